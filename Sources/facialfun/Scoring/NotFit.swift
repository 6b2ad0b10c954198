/// Why the program cannot do its work on this machine: a model or an output folder is not fit.
struct NotFit: Error, Sendable {
    /// What is wrong and the remedy.
    let message: String
}
