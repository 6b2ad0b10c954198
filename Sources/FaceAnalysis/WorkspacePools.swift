import NeuralNetwork
import Synchronization

/// The workspaces of one network for inputs of several sizes; the sizes used last are kept, as far
/// as their areas do not add up to more than ``capacity``.
final class WorkspacePools: Sendable {
    /// In pixels of input: more than any plan of a camera or a service has.
    ///
    /// It is so little that a service to which pictures of all sizes come holds some 30 MB for each
    /// thread. A thorough search of many megapixels may need more, and makes some anew, which costs
    /// little beside it.
    static let capacity = 2 * SearchPlan.longestSide * SearchPlan.longestSide

    private struct Size: Hashable {
        let height: Int
        let width: Int

        var area: Int { height * width }
    }

    private struct State {
        var pools: [Size: WorkspacePool] = [:]
        /// The size used last stands last.
        var order: [Size] = []
    }

    /// The network that the workspaces belong to.
    let network: Network
    private let state = Mutex(State())

    /// Makes an empty store for a network.
    init(_ network: Network) { self.network = network }

    /// Lends a workspace for an input size.
    ///
    /// - Throws: What making one throws, for a size that the network cannot take.
    func withWorkspace<R>(
        height: Int, width: Int, _ body: (Workspace) -> R
    ) throws(NetworkError) -> R {
        try pool(Size(height: height, width: width)).withWorkspace(body)
    }

    private func pool(_ size: Size) throws(NetworkError) -> WorkspacePool {
        let known = state.withLock { state -> WorkspacePool? in
            guard let pool = state.pools[size] else { return nil }
            var place = 0
            while state.order[place] != size { place += 1 }
            while place + 1 < state.order.count {
                state.order[place] = state.order[place + 1]
                place += 1
            }
            state.order[place] = size
            return pool
        }
        if let known { return known }
        let made = try WorkspacePool(network, height: size.height, width: size.width)
        return state.withLock { state in
            // Another thread may have made one meanwhile.
            if let pool = state.pools[size] { return pool }
            state.pools[size] = made
            state.order.append(size)
            var area = state.order.reduce(0) { $0 + $1.area }
            while area > Self.capacity, state.order.count > 1 {
                let oldest = state.order.removeFirst()
                state.pools[oldest] = nil
                area -= oldest.area
            }
            return made
        }
    }

    /// How many sizes are kept, and the pixels of their inputs together.
    var kept: (sizes: Int, area: Int) {
        state.withLock { state in
            (state.order.count, state.order.reduce(0) { $0 + $1.area })
        }
    }
}
