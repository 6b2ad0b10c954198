import NIOCore

/// Time by which a response precedes its request's deadline.
///
/// The deadline is the client's. The service sees neither how long the request lay in the socket
/// before the service was given a processor, nor how long the answer lies there before the client
/// is. On a busy machine either takes some milliseconds: a scheduler's turn is three or four.
enum DeadlineMargin {
    /// The most that is kept back.
    static let longest = TimeAmount.milliseconds(20)
    /// The margin of a short deadline is at most this fraction of it.
    static let parts: Int64 = 4

    /// Time from a request's head to its response.
    ///
    /// - Parameter deadline: From the request's head until the client must have the answer.
    /// - Returns: At least three quarters of it.
    static func allowance(of deadline: TimeAmount) -> TimeAmount {
        deadline - min(longest, .nanoseconds(deadline.nanoseconds / parts))
    }
}
