private import CVersion

/// The version of the program, as `facialfun --version` prints it.
enum FacialFunVersion {
    /// Semantic version 2.0.0; of a build between two tags with what `git describe` adds.
    static let current = String(cString: facialfun_version())
}
