import Support

/// Workspaces of one network and input size, taken for a run and given back, from any thread.
///
/// There come to be as many as threads run at one time; after that nothing is allocated.
public final class WorkspacePool: Sendable {
    /// The network that the workspaces belong to.
    public let network: Network
    private let workspaces: Pool<Workspace>

    /// Makes a pool with its first workspace, for so many images of an input size; the manifest's own
    /// without one.
    ///
    /// - Throws: What ``Network/makeWorkspace(height:width:)`` throws.
    public init(
        _ network: Network, images: Int = 1, height: Int? = nil, width: Int? = nil
    ) throws(NetworkError) {
        self.network = network
        @Sendable func make() throws(NetworkError) -> sending Workspace {
            try network.makeWorkspace(images: images, height: height, width: width)
        }
        workspaces = Pool(first: try make()) {
            do throws(NetworkError) {
                return try make()
            } catch {
                // The first workspace of this size was made above, and nothing has changed since.
                preconditionFailure(
                    "a workspace that could be made once cannot be made again: \(error)")
            }
        }
    }

    /// Lends a workspace for one call; it must not be kept.
    public func withWorkspace<R, E>(_ body: (Workspace) throws(E) -> R) throws(E) -> R {
        try workspaces.withElement { (workspace) throws(E) in try body(workspace) }
    }
}
