import NIOCore

/// Time by which a response precedes its request's deadline.
///
/// The deadline is the client's. The service can observe neither the time for which the request
/// waited in the socket until the service was scheduled, nor that for which the response waits
/// until the client is. On a busy machine either takes some milliseconds: a time slice of the
/// scheduler is three or four.
enum DeadlineMargin {
    /// Maximum margin.
    static let longest = TimeAmount.milliseconds(20)
    /// The margin of a short deadline is at most this fraction of it.
    static let parts: Int64 = 4

    /// Time from a request's head to its response.
    ///
    /// - Parameter deadline: Time from the request's head until the client must have the response.
    /// - Returns: At least three quarters of it.
    static func allowance(of deadline: TimeAmount) -> TimeAmount {
        deadline - min(longest, .nanoseconds(deadline.nanoseconds / parts))
    }
}
