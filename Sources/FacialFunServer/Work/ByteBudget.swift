/// Budget for the bytes of requests and responses in memory, in total and per peer.
///
/// Used on one event loop only, like everything that holds a reference to it.
final class ByteBudget {
    private let limit: Int
    private let peerLimit: Int
    private(set) var used = 0
    private var usedByPeers: [WorkClient.Peer: Int] = [:]

    /// Makes a budget, of which one peer gets no more than a part.
    init(limit: Int, peerLimit: Int) { (self.limit, self.peerLimit) = (limit, peerLimit) }

    /// Whether so many bytes are to be had.
    func has(_ count: Int) -> Bool { count <= limit - used }

    /// Whether a peer may have so many bytes more, as far as its own part goes.
    func mayHave(_ count: Int, _ peer: WorkClient.Peer) -> Bool {
        count <= peerLimit - used(by: peer)
    }

    /// Number of bytes of a peer.
    func used(by peer: WorkClient.Peer) -> Int { usedByPeers[peer, default: 0] }

    /// Takes bytes for a peer, unless they are not to be had.
    func take(_ count: Int, for peer: WorkClient.Peer) -> Bool {
        guard has(count), mayHave(count, peer) else { return false }
        used += count
        usedByPeers[peer, default: 0] += count
        return true
    }

    /// Gives a peer's bytes back.
    func release(_ count: Int, of peer: WorkClient.Peer) {
        guard count > 0 else { return }
        used -= count
        let left = used(by: peer) - count
        usedByPeers[peer] = left == 0 ? nil : left
        assert(used >= 0 && left >= 0, "more bytes came back than were taken")
    }
}
