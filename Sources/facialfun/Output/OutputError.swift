/// Why output could not be written.
struct OutputError: Error, Hashable, Sendable {
    /// What happened, where, and what to do about it.
    let message: String
    /// The error number of the system call that failed.
    let cause: Int32

    /// The error of a system call on `name`, as "standard output" or a path.
    init(writing name: String, errno number: Int32) {
        message = "cannot write \(name): \(SystemErrors.text(number))"
        cause = number
    }
}
