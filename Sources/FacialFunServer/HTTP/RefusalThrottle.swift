import NIOCore

/// How soon those are refused who come back before they were told to.
///
/// A refusal costs little, but who asks again fifty times a second, with a picture each time, takes
/// from those who are served. What there is room for is taken at once, whoever sends it; only
/// another refusal is held back, long before the deadline, and so is its client's next request. By
/// then there is still work in the queue: nobody waits for nothing.
enum RefusalThrottle {
    /// The longest that a refusal is held back.
    static let longest = TimeAmount.milliseconds(100)

    /// How long a request's refusal is held back: at most half of the time that it has.
    static func delay(before exchange: Exchange) -> TimeAmount {
        let time = exchange.deadline - exchange.arrival
        return min(longest, .nanoseconds(time.nanoseconds / 2))
    }

    /// For how long a client is told to stay away: `Retry-After` knows whole seconds only.
    ///
    /// - Parameter wait: After how long there may be room.
    /// - Returns: At least one second.
    static func retryAfter(_ wait: TimeAmount) -> TimeAmount {
        .seconds(max(1, (wait.nanoseconds + 999_999_999) / 1_000_000_000))
    }
}
