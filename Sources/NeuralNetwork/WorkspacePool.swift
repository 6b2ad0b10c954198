import Synchronization

/// Workspaces of one network and input size, taken for a run and given back, from any thread.
///
/// There come to be as many as threads run at one time; after that nothing is allocated.
public final class WorkspacePool: Sendable {
    private struct Idle: @unchecked Sendable {
        // Safe: a workspace in this list is reachable by nobody else, and a thread that takes it
        // out has it alone until it puts it back; the list itself is behind a mutex.
        let workspace: Workspace
    }

    /// The network that the workspaces belong to.
    public let network: Network
    private let images: Int
    private let height: Int?
    private let width: Int?
    private let idle: Mutex<[Idle]>

    /// Makes a pool with its first workspace, for so many images of an input size; the manifest's own
    /// without one.
    ///
    /// - Throws: What ``Network/makeWorkspace(height:width:)`` throws.
    public init(
        _ network: Network, images: Int = 1, height: Int? = nil, width: Int? = nil
    ) throws(NetworkError) {
        self.network = network
        self.images = images
        self.height = height
        self.width = width
        let first = Idle(
            workspace: try network.makeWorkspace(images: images, height: height, width: width))
        idle = Mutex([first])
    }

    /// Lends a workspace for one call; it must not be kept.
    public func withWorkspace<R, E>(_ body: (Workspace) throws(E) -> R) throws(E) -> R {
        let taken = idle.withLock { $0.popLast() } ?? another()
        defer { idle.withLock { $0.append(taken) } }
        return try body(taken.workspace)
    }

    private func another() -> Idle {
        do throws(NetworkError) {
            return Idle(
                workspace: try network.makeWorkspace(
                    images: images, height: height, width: width))
        } catch {
            // The first workspace of this size was made in `init`, and nothing has changed since.
            preconditionFailure(
                "a workspace that could be made once cannot be made again: \(error)")
        }
    }
}
