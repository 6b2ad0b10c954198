import FamilyWeb
import HTTPTypes
import TrainerContent

/// Refusals to look at a password (A8, A9), wherever one is asked for.
extension WireError {
    /// The account is denied for so many seconds.
    static func denied(seconds: Int, _ content: Content) -> WireError {
        WireError(
            .tooManyRequests, "denied",
            sentence("login.wait", content).replacing("{seconds}", with: "\(seconds)"),
            seconds: seconds)
    }

    /// The address failed too often, and may try again in so many seconds.
    static func tooMany(seconds: Int, _ content: Content) -> WireError {
        WireError(
            .tooManyRequests, "too_many", sentence("message.busy", content), seconds: seconds)
    }

    /// The password could not be looked at in time.
    static func timedOut(_ content: Content) -> WireError {
        WireError(.serviceUnavailable, "timed_out", sentence("login.timed_out", content))
    }

    private static func sentence(_ key: String, _ content: Content) -> String {
        content.text(key) ?? key
    }
}
