/// Workspaces of several networks and input sizes, lent for a run, from any thread.
///
/// A thread runs its networks one after the other, so all its workspaces share memory, as much as
/// the largest needs. The number of sets grows to the number of concurrent threads; after that
/// nothing is allocated.
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

    /// The workspaces of one thread at a time.
    private final class WorkspaceSet {
        let memory = WorkspaceMemory()
        /// Ordered by last use, the most recent one at the end.
        private(set) var entries: [Entry] = []

        func workspace(_ key: Key) throws(NetworkError) -> Workspace {
            // Uses a loop, because frames of a camera must not allocate.
            var index = entries.count - 1
            while index >= 0, !entries[index].key.isSame(as: key) { index -= 1 }
            guard index >= 0 else { return try make(key) }
            let found = entries[index]
            while index + 1 < entries.count {
                entries[index] = entries[index + 1]
                index += 1
            }
            entries[index] = found
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

    /// Creates an empty cache.
    package init() {}

    /// Lends a workspace of a network.
    ///
    /// It must not be kept, its contents are undefined, and no other one should be borrowed
    /// meanwhile, because that would take additional memory.
    ///
    /// - Parameters:
    ///   - network: The network.
    ///   - images: Number of images per run.
    ///   - height: Rows of the input; nil for the manifest's.
    ///   - width: Columns of the input; nil for the manifest's.
    ///   - body: Uses the workspace.
    /// - Returns: The result of the body.
    /// - Throws: Errors of creating a workspace.
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
