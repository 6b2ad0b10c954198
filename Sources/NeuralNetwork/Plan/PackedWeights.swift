import CFacialFun

/// All weights of a network in the format of one instruction set's kernels.
///
/// The pointers belong to this object; steps of workspaces use them and keep it alive.
final class PackedWeights: @unchecked Sendable {
    // Safe: the memory is written in `init` only.

    /// Offsets of a node's weights, in floats from ``base``.
    struct Offsets: Sendable {
        let weights: Int
        let bias: Int
        /// Tiling of a Winograd convolution; `nil` for the direct sum.
        var tiling: WinogradTiling?
    }

    /// Offsets for each node with a filter or matrix, by index.
    let offsets: [Int: Offsets]
    /// Floats per vector of the kernels.
    let slopes: [String: Int]
    private let memory: FloatMemory
    /// Floats per vector of the kernels.
    let lanes: Int32

    /// Packs the weights of a checked graph.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - weights: The weights.
    ///   - lanes: Floats per vector of the kernels.
    ///   - images: Typical number of images per run.
    /// - Throws: `tooLarge` if they exceed the engine's memory limit.
    init(
        _ graph: Graph, weights: SafetensorsFile, lanes: Int32, images: Int
    ) throws(NetworkError) {
        self.lanes = lanes
        var layout = WeightLayout(weights: weights, lanes: lanes, images: images)
        for layer in graph.layers {
            try layer.operation.pack(
                layer.node, output: graph.shapes[layer.output], into: &layout)
        }
        memory = FloatMemory(count: layout.count)
        let widened = FloatMemory(count: weights.entries.values.map(\.elements).max() ?? 0)
        for part in layout.parts { part.write(memory.base, weights, lanes, widened.base) }
        (offsets, slopes) = (layout.offsets, layout.slopes)
    }

    var base: UnsafeMutablePointer<Float> { memory.base }
}
