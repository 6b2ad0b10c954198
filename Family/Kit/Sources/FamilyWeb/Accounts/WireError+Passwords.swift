import HTTPTypes

/// Errors for refused password checks (A8, A9).
extension WireError {
    /// The account is locked for this many seconds.
    static func denied(seconds: Int, _ content: any TextCatalog) -> WireError {
        WireError(
            .tooManyRequests, "denied",
            sentence(seconds == 1 ? "login.wait_one" : "login.wait", content)
                .replacing("{seconds}", with: "\(seconds)"),
            seconds: seconds)
    }

    /// The address failed too often and must wait this many seconds.
    static func tooMany(seconds: Int, _ content: any TextCatalog) -> WireError {
        WireError(
            .tooManyRequests, "too_many", sentence("message.busy", content), seconds: seconds)
    }

    /// The password could not be checked in time.
    static func timedOut(_ content: any TextCatalog) -> WireError {
        WireError(.serviceUnavailable, "timed_out", sentence("login.timed_out", content))
    }

    private static func sentence(_ key: String, _ content: any TextCatalog) -> String {
        content.text(key) ?? key
    }
}
