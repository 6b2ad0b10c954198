/// Offsets of buffers in one block of memory; buffers that are never needed at the same time share
/// it.
struct ArenaLayout: Sendable {
    /// A buffer: its size in floats, and the first and last step that needs it.
    struct Buffer: Sendable {
        var count: Int
        var first: Int
        var last: Int
    }

    /// Start of each buffer in floats; multiples of 16 (a cache line).
    let offsets: [Int]
    /// Floats of the whole block.
    let count: Int

    /// Places the largest buffers first, each as low as possible.
    ///
    /// - Complexity: O(n² log n) for n buffers.
    init(_ buffers: [Buffer]) {
        var offsets = [Int](repeating: 0, count: buffers.count)
        var placed: [Int] = []
        var end = 0
        let order = buffers.indices.sorted { (-buffers[$0].count, $0) < (-buffers[$1].count, $1) }
        for index in order {
            let buffer = buffers[index]
            let size = Self.rounded(buffer.count)
            let neighbours =
                placed
                .filter { buffers[$0].first <= buffer.last && buffer.first <= buffers[$0].last }
                .sorted { offsets[$0] < offsets[$1] }
            var offset = 0
            for neighbour in neighbours where offsets[neighbour] < offset + size {
                offset = max(offset, offsets[neighbour] + Self.rounded(buffers[neighbour].count))
            }
            offsets[index] = offset
            end = max(end, offset + size)
            placed.append(index)
        }
        self.offsets = offsets
        count = end
    }

    private static func rounded(_ count: Int) -> Int { (count + 15) / 16 * 16 }
}
