/// Workspaces of one network and input size, lent for a run, from any thread.
///
/// Their number grows to the number of concurrent threads; after that nothing is allocated.
package final class WorkspacePool: Sendable {
    /// The network of the workspaces.
    package let network: Network
    private let images: Int
    private let height: Int?
    private let width: Int?
    private let cache: WorkspaceCache

    /// Creates a pool with its first workspace, for a number of images of one input size.
    ///
    /// - Parameters:
    ///   - network: The network.
    ///   - images: Number of images per run.
    ///   - height: Rows of the input; nil for the manifest's.
    ///   - width: Columns of the input; nil for the manifest's.
    ///   - cache: Cache of the workspaces, shared with networks that run before or after this one.
    /// - Throws: Errors of ``Network/makeWorkspace(images:height:width:sharing:)``.
    package init(
        _ network: Network, images: Int = 1, height: Int? = nil, width: Int? = nil,
        in cache: WorkspaceCache = WorkspaceCache()
    ) throws(NetworkError) {
        (self.network, self.images, self.height, self.width) = (network, images, height, width)
        self.cache = cache
        try cache.withWorkspace(of: network, images: images, height: height, width: width) { _ in }
    }

    /// Lends a workspace for one call; it must not be kept, and no other one of its cache should be
    /// borrowed meanwhile.
    package func withWorkspace<R, E>(_ body: (Workspace) throws(E) -> R) throws(E) -> R {
        let result: Result<R, E>
        do throws(NetworkError) {
            result = try cache.withWorkspace(
                of: network, images: images, height: height, width: width
            ) { workspace in
                Result { () throws(E) in try body(workspace) }
            }
        } catch {
            // This cannot fail: `init` has created a workspace of this size.
            preconditionFailure(
                "a workspace that could be made once cannot be made again: \(error)")
        }
        return try result.get()
    }
}
