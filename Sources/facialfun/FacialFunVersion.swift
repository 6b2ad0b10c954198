/// The version of the program, as `facialfun --version` prints it.
enum FacialFunVersion {
    /// Semantic version 2.0.0.
    static let current = "0.1.0"
}
