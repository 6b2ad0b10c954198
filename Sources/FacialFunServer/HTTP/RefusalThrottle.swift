import NIOCore

/// Delay of rejections for clients that retry too early.
///
/// A rejection is cheap, but fifty retries a second, each with a picture, slow down other clients.
/// Requests are served immediately if there is capacity; only a repeated rejection is delayed, well
/// before the deadline, and with it the client's next request. The queue still has work at that
/// time, so no capacity is wasted.
enum RefusalThrottle {
    /// Maximum delay of a rejection.
    static let longest = TimeAmount.milliseconds(100)

    /// Delay of a request's rejection: at most half of its time.
    static func delay(before exchange: Exchange) -> TimeAmount {
        let time = exchange.deadline - exchange.arrival
        return min(longest, .nanoseconds(time.nanoseconds / 2))
    }

    /// Retry time for the client; `Retry-After` has whole seconds.
    ///
    /// - Parameter wait: Time until there may be capacity.
    /// - Returns: At least one second.
    static func retryAfter(_ wait: TimeAmount) -> TimeAmount {
        .seconds(max(1, (wait.nanoseconds + 999_999_999) / 1_000_000_000))
    }
}
