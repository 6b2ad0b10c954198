package import FaceImaging
import Support

/// Why output could not be written.
package struct OutputError: Error, Hashable, Sendable {
    /// What happened, where, and what to do about it.
    package let message: String
    /// The error number of the system call that failed, or 0 where none did.
    package let cause: Int32

    /// The error of a system call on `name`, as "standard output" or a path.
    package init(writing name: String, errno number: Int32) {
        message = "Cannot write \(name): \(Errno(number))."
        cause = number
    }

    /// The error of a place that is not written to, and what to do instead.
    package init(writing name: String, because reason: String) {
        message = "Cannot write \(name): \(reason)"
        cause = 0
    }

    /// The error of a picture that could not be encoded.
    package init(picture name: String, _ error: ImageError) {
        message = "Cannot write the picture \(name): \(error.message)"
        cause = 0
    }
}
