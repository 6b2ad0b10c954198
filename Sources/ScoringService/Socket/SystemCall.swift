import Glibc

/// System calls with their error numbers as Swift errors.
enum SystemCall {
    /// The result of a call, which is tried again after an interruption.
    ///
    /// - Parameters:
    ///   - what: What the call was to do, for the message: "bind /run/x.sock".
    ///   - call: Returns -1 and sets `errno` where it fails.
    /// - Returns: What the call returned.
    /// - Throws: `system`, with the kernel's words.
    static func check(_ what: String, _ call: () -> Int32) throws(ServiceError) -> Int32 {
        while true {
            let result = call()
            if result != -1 { return result }
            let number = errno
            if number == EINTR { continue }
            throw ServiceError(
                code: .system, message: "Cannot \(what): \(text(of: number)).", cause: number)
        }
    }

    /// The kernel's words for an error number.
    static func text(of number: Int32) -> String {
        guard let words = strerror(number) else { return "error \(number)" }
        return String(cString: words)
    }
}
