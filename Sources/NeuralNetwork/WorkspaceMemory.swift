/// Memory that workspaces share which are used one after the other: as much as the largest needs.
///
/// Not for two threads at a time, like the workspaces themselves.
package final class WorkspaceMemory {
    private var memory: FloatMemory?
    private var count = 0

    /// Makes one that grows with the first workspace.
    package init() {}

    /// Size in bytes.
    package var byteCount: Int { count * MemoryLayout<Float>.stride }

    /// Address since the last growth; nil before.
    var base: UnsafeMutablePointer<Float>? { memory?.base }

    /// Sees that there is room for so many numbers; what was in it may be gone.
    ///
    /// - Returns: Where it lies now.
    func reserve(_ count: Int) -> UnsafeMutablePointer<Float> {
        if let memory, count <= self.count { return memory.base }
        // First, so that both are never there together.
        memory = nil
        let grown = FloatMemory(count: count)
        (memory, self.count) = (grown, count)
        return grown.base
    }
}
