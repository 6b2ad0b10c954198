/// How many bytes of requests and answers may be in memory at one time, all connections together.
///
/// Used on one event loop only, like everything that holds a reference to it.
final class ByteBudget {
    private let limit: Int
    private(set) var used = 0

    init(limit: Int) { self.limit = limit }

    /// Whether so many bytes are to be had.
    func has(_ count: Int) -> Bool { count <= limit - used }

    /// Takes bytes, unless they are not to be had.
    func take(_ count: Int) -> Bool {
        guard has(count) else { return false }
        used += count
        return true
    }

    /// Gives bytes back.
    func giveBack(_ count: Int) {
        used -= count
        assert(used >= 0, "more bytes came back than were taken")
    }
}
