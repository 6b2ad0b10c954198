import Glibc

/// An error number of a system call (errno(3)).
package struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number, such as `ENOENT`.
    package let number: Int32

    /// Creates an error from the number that a call returned or set.
    package init(_ number: Int32) { self.number = number }

    /// Error number of the last failed call on this thread.
    package static var current: Errno { Errno(errno) }

    /// The C library's message, in lower case for the middle of a sentence: "no such file or
    /// directory".
    package var description: String {
        // Thread-safe since glibc 2.32.
        guard let words = strerror(number) else { return "error \(number)" }
        let text = String(cString: words)
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Makes a call, repeating it after an interruption.
    ///
    /// - Parameter call: Returns -1 and sets `errno` on failure.
    /// - Returns: The result of the call.
    /// - Throws: The error that the call set.
    package static func check(_ call: () -> Int32) throws(Errno) -> Int32 {
        while true {
            let result = call()
            if result != -1 { return result }
            let error = current
            if error.number != EINTR { throw error }
        }
    }
}
