/// Budget for the bytes of requests and responses in memory, in total and per peer.
///
/// Used on one event loop only, like everything that holds a reference to it.
final class ByteBudget {
    private let limit: Int
    private let peerLimit: Int
    private(set) var used = 0
    private var usedByPeers: [WorkClient.Peer: Int] = [:]

    /// Creates a budget with a limit per peer.
    init(limit: Int, peerLimit: Int) { (self.limit, self.peerLimit) = (limit, peerLimit) }

    /// Whether the total allows this number of bytes.
    func hasRoom(for count: Int) -> Bool { count <= limit - used }

    /// Whether a peer's own limit allows this number of further bytes.
    func isWithinQuota(_ count: Int, _ peer: WorkClient.Peer) -> Bool {
        count <= peerLimit - used(by: peer)
    }

    /// Number of bytes of a peer.
    func used(by peer: WorkClient.Peer) -> Int { usedByPeers[peer, default: 0] }

    /// Takes bytes for a peer; false if the limits do not allow it.
    func take(_ count: Int, for peer: WorkClient.Peer) -> Bool {
        guard hasRoom(for: count), isWithinQuota(count, peer) else { return false }
        used += count
        usedByPeers[peer, default: 0] += count
        return true
    }

    /// Releases a peer's bytes.
    func release(_ count: Int, of peer: WorkClient.Peer) {
        guard count > 0 else { return }
        used -= count
        let left = used(by: peer) - count
        usedByPeers[peer] = left == 0 ? nil : left
        assert(used >= 0 && left >= 0, "more bytes were released than taken")
    }
}
