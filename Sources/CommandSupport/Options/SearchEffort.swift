import ArgumentParser

/// How hard faces are searched for.
package enum SearchEffort: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// What a camera frame gets.
    case live
    /// What the service gives an image.
    case service
    /// Down to the smallest faces.
    case thorough

    /// What pictures get where nobody says.
    package static let standard = thorough
}
