import CFacialFun

/// Determines buffers, borders and lifetimes of a graph's values for ``ExecutionPlan``.
struct Planner {
    let graph: Graph
    /// Number of images computed together.
    let images: Int
    let packed: PackedWeights
    let weights: SafetensorsFile
    let layers: [FusedLayer]
    /// The border required by the readers of a value.
    private var borders: [Border]
    /// The buffer of each value; values made by `reshape` share that of their source.
    private var bufferOfValue: [Int?]
    private var buffers: [ArenaLayout.Buffer] = []
    /// Contiguous buffers for the caller, if the value's own buffer has a border.
    private var inputCopy: Int?
    private var outputCopies: [Int: Int] = [:]
    /// The scratch memory of Winograd convolutions, by node.
    private var scratchBuffers: [Int: Int] = [:]
    private var offsets: [Int] = []
    private(set) var arenaCount = 0

    init(_ graph: Graph, images: Int, _ packed: PackedWeights, _ weights: SafetensorsFile) {
        self.graph = graph
        self.images = images
        self.packed = packed
        self.weights = weights
        layers = graph.fused()
        borders = [Border](repeating: .none, count: graph.shapes.count)
        bufferOfValue = [Int?](repeating: nil, count: graph.shapes.count)
        for layer in layers { borders[layer.input].include(border(of: layer)) }
    }

    /// Border that a layer reads beyond the edges of its input.
    private func border(of layer: FusedLayer) -> Border {
        var output = graph.shapes[layer.output]
        if let tiling = packed.offsets[layer.node]?.tiling {
            // Tiles at the lower and right edge may extend beyond the map.
            output = WinogradTiling.covering(output, side: tiling.side)
        }
        return layer.operation.border(
            input: graph.shapes[layer.input], output: output, weights: weights)
    }

    // MARK: Buffers

    /// Assigns every value a position in the arena.
    mutating func assignBuffers() throws(NetworkError) {
        // In step −1 the caller writes the input; in step `layers.count` it reads the outputs.
        let end = layers.count
        bufferOfValue[0] = newBuffer(graph.shapes[0], borders[0], first: -1)
        if borders[0] == .none {
            keep(0, until: end)
        } else {
            inputCopy = newBuffer(graph.shapes[0], .none, first: -1)
            buffers[buffers.count - 1].last = end
        }
        for (step, layer) in layers.enumerated() {
            if layer.operation.isView, borders[layer.input] == .none {
                bufferOfValue[layer.output] = bufferOfValue[layer.input]
            } else {
                bufferOfValue[layer.output] = newBuffer(
                    graph.shapes[layer.output], borders[layer.output], first: step)
            }
            for value in [layer.input, layer.output] + layer.others { keep(value, until: step) }
            addScratch(layer, step)
        }
        for value in graph.outputs {
            keep(value, until: end)
            if borders[value] != .none {
                outputCopies[value] = newBuffer(graph.shapes[value], .none, first: end)
            }
        }
        let layout = ArenaLayout(buffers)
        offsets = layout.offsets
        // Kernels read whole vectors, up to 64 bytes past the last element.
        arenaCount = layout.count + 16
        guard arenaCount <= Limits.workspaceBytes / 4 else {
            throw NetworkError(
                code: .tooLarge,
                message: "A workspace for the input \(graph.shapes[0]) would take "
                    + "\(arenaCount * 4) bytes, more than the \(Limits.workspaceBytes) allowed.")
        }
    }

    private mutating func newBuffer(_ shape: Shape, _ border: Border, first: Int) -> Int {
        buffers.append(
            ArenaLayout.Buffer(
                count: images * elements(shape, border), first: first, last: first))
        return buffers.count - 1
    }

    /// Allocates the scratch memory of a Winograd convolution.
    private mutating func addScratch(_ layer: FusedLayer, _ step: Int) {
        guard let tiling = packed.offsets[layer.node]?.tiling else { return }
        let (input, output) = (graph.shapes[layer.input], graph.shapes[layer.output])
        let count = cnk_winograd_scratch(
            packed.lanes, Int32(tiling.side), Int32(images), Int32(output.height),
            Int32(output.width), Int32(input.channels), tiling.keepsHalves)
        scratchBuffers[layer.node] = buffers.count
        buffers.append(ArenaLayout.Buffer(count: Int(count), first: step, last: step))
    }

    /// Number of floats of a map with its border.
    private func elements(_ shape: Shape, _ border: Border) -> Int {
        // This cannot overflow: a shape has at most 2^26 elements, a border is below 68 at each
        // side, and there are at most 64 images.
        let rows = border.top + shape.height + border.bottom
        let columns = border.left + shape.width + border.right
        return rows * columns * shape.channels
    }

    private mutating func keep(_ value: Int, until step: Int) {
        guard let buffer = bufferOfValue[value] else { return }
        buffers[buffer].last = max(buffers[buffer].last, step)
    }

    // MARK: Maps

    private func map(_ buffer: Int?, _ shape: Shape, _ border: Border) -> ExecutionPlan.Map {
        guard let buffer else { preconditionFailure("every value must have a buffer") }
        let row = (border.left + shape.width + border.right) * shape.channels
        return ExecutionPlan.Map(
            offset: offsets[buffer] + border.top * row + border.left * shape.channels,
            shape: shape, border: border, image: elements(shape, border))
    }

    /// The map of a value, after ``assignBuffers()``.
    func map(of value: Int) -> ExecutionPlan.Map {
        map(bufferOfValue[value], graph.shapes[value], borders[value])
    }

    /// Input buffer.
    var inputMap: ExecutionPlan.Map {
        inputCopy.map { map($0, graph.shapes[0], .none) } ?? map(of: 0)
    }

    /// Output buffers.
    var outputMaps: [ExecutionPlan.Map] {
        graph.outputs.map { value in
            outputCopies[value].map { map($0, graph.shapes[value], .none) } ?? map(of: value)
        }
    }

    // MARK: Steps

    /// The steps, after ``assignBuffers()``.
    func makeSteps() -> [ExecutionPlan.Step] {
        var steps: [ExecutionPlan.Step] = []
        if inputCopy != nil {
            steps.append(.init(input: inputMap, output: map(of: 0)))
        }
        for layer in layers { steps += makeSteps(layer) }
        for (value, target) in zip(graph.outputs, outputMaps) where outputCopies[value] != nil {
            steps.append(.init(input: map(of: value), output: target))
        }
        return steps
    }

    private func makeSteps(_ layer: FusedLayer) -> [ExecutionPlan.Step] {
        var step = ExecutionPlan.Step(input: map(of: layer.input), output: map(of: layer.output))
        step.activate(layer.activation, packed)
        return layer.operation.steps(from: step, layer, self)
    }

    // MARK: For the operators

    /// The map of a value, without a border, as another shape with the same number of elements.
    func map(of value: Int, as shape: Shape) -> ExecutionPlan.Map {
        map(bufferOfValue[value], shape, .none)
    }

    /// Whether input and output of a layer have the same position in the arena.
    func sharesBuffer(_ layer: FusedLayer) -> Bool {
        bufferOfValue[layer.input] == bufferOfValue[layer.output]
    }

    /// The scratch memory of a Winograd convolution.
    func scratch(of layer: FusedLayer) -> Int? {
        scratchBuffers[layer.node].map { offsets[$0] }
    }
}
