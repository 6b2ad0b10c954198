import NeuralNetwork
import Synchronization

/// The workspaces of one network for inputs of several sizes; the sizes used last are kept.
final class WorkspacePools: Sendable {
    /// So many sizes are kept: more than one image's plan has.
    static let capacity = 12

    private struct Size: Hashable {
        let height: Int
        let width: Int
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
            if state.order.count == Self.capacity {
                state.pools[state.order.removeFirst()] = nil
            }
            state.pools[size] = made
            state.order.append(size)
            return made
        }
    }
}
