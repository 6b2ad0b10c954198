import FacialFunWire

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
        do throws(Errno) {
            return try Errno.check(call)
        } catch {
            throw ServiceError(
                code: .system, message: "Cannot \(what): \(error).", cause: error.number)
        }
    }
}
