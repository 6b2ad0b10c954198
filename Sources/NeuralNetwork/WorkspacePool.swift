/// Workspaces of one network and input size, lent for a run and taken back, from any thread.
///
/// There come to be as many as threads run at one time; after that nothing is allocated.
package final class WorkspacePool: Sendable {
    /// The network that the workspaces belong to.
    package let network: Network
    private let images: Int
    private let height: Int?
    private let width: Int?
    private let cache: WorkspaceCache

    /// Makes a pool with its first workspace, for so many images of an input size; the manifest's own
    /// without one.
    ///
    /// - Parameters:
    ///   - network: The network.
    ///   - images: How many images one run takes.
    ///   - height: Rows of the input.
    ///   - width: Columns of the input.
    ///   - cache: Where the workspaces are kept, together with those of networks that run before or
    ///     after this one.
    /// - Throws: What ``Network/makeWorkspace(images:height:width:sharing:)`` throws.
    package init(
        _ network: Network, images: Int = 1, height: Int? = nil, width: Int? = nil,
        in cache: WorkspaceCache = WorkspaceCache()
    ) throws(NetworkError) {
        (self.network, self.images, self.height, self.width) = (network, images, height, width)
        self.cache = cache
        try cache.withWorkspace(of: network, images: images, height: height, width: width) { _ in }
    }

    /// Lends a workspace for one call; it must not be kept, and no other of its cache is to be borrowed
    /// meanwhile.
    package func withWorkspace<R, E>(_ body: (Workspace) throws(E) -> R) throws(E) -> R {
        let result: Result<R, E>
        do throws(NetworkError) {
            result = try cache.withWorkspace(
                of: network, images: images, height: height, width: width
            ) { workspace in
                Result { () throws(E) in try body(workspace) }
            }
        } catch {
            // The first workspace of this size was made in `init`, and nothing has changed since.
            preconditionFailure(
                "a workspace that could be made once cannot be made again: \(error)")
        }
        return try result.get()
    }
}
