/// Memory shared by workspaces that are used one after the other: as much as the largest needs.
///
/// For one thread at a time, like the workspaces themselves.
package final class WorkspaceMemory {
    private var memory: FloatMemory?
    private var count = 0

    /// Creates empty memory, which grows with the first workspace.
    package init() {}

    /// Size in bytes.
    package var byteCount: Int { count * MemoryLayout<Float>.stride }

    /// Address since the last growth; nil before.
    var base: UnsafeMutablePointer<Float>? { memory?.base }

    /// Ensures space for a number of floats; the contents are undefined.
    ///
    /// - Returns: The current address.
    func reserve(_ count: Int) -> UnsafeMutablePointer<Float> {
        if let memory, count <= self.count { return memory.base }
        // Releases the old memory first, so that both do not exist at the same time.
        memory = nil
        let grown = FloatMemory(count: count)
        (memory, self.count) = (grown, count)
        return grown.base
    }
}
