import NeuralNetwork
import Support

/// The workspaces of one network for inputs of several sizes, taken for a run and given back, from
/// any thread.
///
/// A thread uses them one after the other, so that all of one thread share their memory: as much as
/// the largest needs, whatever sizes come. There come to be as many sets as threads run at one time.
final class WorkspacePools: Sendable {
    /// So many sizes are kept: more than any plan of a camera or a service has.
    ///
    /// Making one anew costs little, beside a run.
    static let maxSizes = 32

    private struct Size: Hashable {
        let height: Int
        let width: Int
    }

    private struct Entry {
        let size: Size
        let workspace: Workspace
    }

    /// The workspaces that one thread uses at a time.
    private final class WorkspaceSet {
        let memory = WorkspaceMemory()
        /// By how long ago they were used, the last one at the end.
        private(set) var workspaces: [Entry] = []

        func workspace(of network: Network, _ size: Size) throws(NetworkError) -> Workspace {
            // By hand, since frames of a camera must allocate nothing.
            var place = workspaces.count - 1
            while place >= 0, workspaces[place].size != size { place -= 1 }
            guard place >= 0 else { return try make(network, size) }
            let found = workspaces[place]
            while place + 1 < workspaces.count {
                workspaces[place] = workspaces[place + 1]
                place += 1
            }
            workspaces[place] = found
            return found.workspace
        }

        private func make(
            _ network: Network, _ size: Size
        ) throws(NetworkError) -> Workspace {
            let made = try network.makeWorkspace(
                height: size.height, width: size.width, sharing: memory)
            if workspaces.count == maxSizes { workspaces.removeFirst() }
            workspaces.append(Entry(size: size, workspace: made))
            return made
        }
    }

    /// The network that the workspaces belong to.
    let network: Network
    private let kits = Pool { WorkspaceSet() }

    /// Makes an empty store for a network.
    init(_ network: Network) { self.network = network }

    /// Lends a workspace for an input size; it must not be kept, and what was in it may be gone.
    ///
    /// - Throws: What making one throws, for a size that the network cannot take.
    func withWorkspace<R>(
        height: Int, width: Int, _ body: (Workspace) -> R
    ) throws(NetworkError) -> R {
        try kits.withElement { (workspaceSet) throws(NetworkError) in
            body(try workspaceSet.workspace(of: network, Size(height: height, width: width)))
        }
    }

    /// What is kept and not lent: for how many threads, how many sizes for all of them, and how much
    /// memory.
    var kept: (threads: Int, sizes: Int, bytes: Int) {
        kits.withIdle { kits in
            (
                kits.count, kits.reduce(0) { $0 + $1.workspaces.count },
                kits.reduce(0) { $0 + $1.memory.byteCount }
            )
        }
    }
}
