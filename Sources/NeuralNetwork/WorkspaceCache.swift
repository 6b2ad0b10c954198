/// The workspaces of some networks, for inputs of several sizes, lent for a run and taken back, from any
/// thread.
///
/// A thread runs its networks one after the other, so all its workspaces share memory: as much as
/// the largest needs, for any networks and sizes. There are as many sets as concurrent threads;
/// after that nothing is allocated.
package final class WorkspaceCache: Sendable {
    /// Maximum number of workspaces per thread: more than the networks and any plan of a camera or
    /// a service need together.
    ///
    /// Creating one is cheap compared with a run.
    package static let maxWorkspaces = 40

    private struct Key {
        let network: Network
        let images: Int
        let height: Int
        let width: Int

        func isSame(as other: Key) -> Bool {
            network === other.network && images == other.images && height == other.height
                && width == other.width
        }
    }

    private struct Entry {
        let key: Key
        let workspace: Workspace
    }

    /// The workspaces that one thread uses at a time.
    private final class WorkspaceSet {
        let memory = WorkspaceMemory()
        /// By how long ago they were used, the last one at the end.
        private(set) var entries: [Entry] = []

        func workspace(_ key: Key) throws(NetworkError) -> Workspace {
            // By hand, since frames of a camera must allocate nothing.
            var place = entries.count - 1
            while place >= 0, !entries[place].key.isSame(as: key) { place -= 1 }
            guard place >= 0 else { return try make(key) }
            let found = entries[place]
            while place + 1 < entries.count {
                entries[place] = entries[place + 1]
                place += 1
            }
            entries[place] = found
            return found.workspace
        }

        private func make(_ key: Key) throws(NetworkError) -> Workspace {
            let made = try key.network.makeWorkspace(
                images: key.images, height: key.height, width: key.width, sharing: memory)
            if entries.count == maxWorkspaces { entries.removeFirst() }
            entries.append(Entry(key: key, workspace: made))
            return made
        }
    }

    private let sets = Pool { WorkspaceSet() }

    /// Makes an empty one.
    package init() {}

    /// Lends a workspace of a network; it must not be kept, what was in it may be gone, and no other one
    /// is to be borrowed meanwhile: that would take memory of its own.
    ///
    /// - Parameters:
    ///   - network: The network.
    ///   - images: How many images one run takes.
    ///   - height: Rows of the input; the manifest's own without it.
    ///   - width: Columns of the input; the manifest's own without it.
    ///   - body: What it is lent for.
    /// - Returns: What the body returns.
    /// - Throws: What making a workspace throws.
    package func withWorkspace<R>(
        of network: Network, images: Int = 1, height: Int? = nil, width: Int? = nil,
        _ body: (Workspace) -> R
    ) throws(NetworkError) -> R {
        let key = Key(
            network: network, images: images, height: height ?? network.manifest.input.height,
            width: width ?? network.manifest.input.width)
        return try sets.withElement { (set) throws(NetworkError) in
            body(try set.workspace(key))
        }
    }

    /// Idle resources: number of threads, workspaces of all threads, and memory.
    package var kept: (threads: Int, workspaces: Int, bytes: Int) {
        sets.withIdle { sets in
            (
                sets.count, sets.reduce(0) { $0 + $1.entries.count },
                sets.reduce(0) { $0 + $1.memory.byteCount }
            )
        }
    }
}
