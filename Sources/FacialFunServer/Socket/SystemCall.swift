import FacialFun
import FacialFunWire

/// System calls with their error numbers as Swift errors.
enum SystemCall {
    /// Makes a call, repeating it after an interruption.
    ///
    /// - Parameters:
    ///   - what: Purpose of the call, for the message: "bind /run/x.sock".
    ///   - call: Returns -1 and sets `errno` on failure.
    /// - Returns: The result of the call.
    /// - Throws: `system`, with the system's error message.
    static func check(_ what: String, _ call: () -> Int32) throws(FacialFunError) -> Int32 {
        do throws(Errno) {
            return try Errno.check(call)
        } catch {
            throw FacialFunError(
                code: .system, message: "Cannot \(what): \(error).",
                errorNumber: error.number)
        }
    }
}
