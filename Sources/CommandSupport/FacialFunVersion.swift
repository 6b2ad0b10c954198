private import CVersion

/// The version of the program, as `facialfun --version` prints it.
package enum FacialFunVersion {
    /// Semantic version 2.0.0; of a build between two tags with what `git describe` adds.
    package static let current = String(cString: facialfun_version())
}
