import ArgumentParser

/// Search budget.
package enum SearchEffort: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// For camera frames.
    case live
    /// For images in the service.
    case service
    /// Down to the smallest faces.
    case thorough

    /// Default for pictures.
    package static let standard = thorough
}
