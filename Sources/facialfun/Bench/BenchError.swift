import CommandSupport

/// Why nothing could be measured.
struct BenchError: Error, Hashable, Sendable {
    /// What is wrong, with its name, and the remedy.
    let message: String
}
