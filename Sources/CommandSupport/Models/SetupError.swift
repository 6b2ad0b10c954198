/// Why the program cannot do its work on this machine: a model or an output folder is not fit.
package struct SetupError: Error, Sendable {
    /// What is wrong and the remedy.
    package let message: String

    /// Makes an error.
    package init(message: String) {
        self.message = message
    }
}
