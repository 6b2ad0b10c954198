import CFacialFun

/// Finds buffers, borders and lifetimes for a graph's values; the work of ``ExecutionPlan``.
struct Planner {
    let graph: Graph
    /// Number of images computed together.
    let images: Int
    let packed: PackedWeights
    let weights: SafetensorsFile
    let layers: [FusedLayer]
    /// The border that a value's readers need.
    private var borders: [Border]
    /// The buffer of each value; values made by `reshape` share that of their source.
    private var bufferOfValue: [Int?]
    private var buffers: [ArenaLayout.Buffer] = []
    /// Contiguous buffers that the caller sees, where the value's own has a border.
    private var inputCopy: Int?
    private var outputCopies: [Int: Int] = [:]
    /// The scratch memory of Winograd convolutions, by their nodes.
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
        guard let (filter, size) = filter(of: layer.operation) else { return .none }
        var output = graph.shapes[layer.output]
        if let tiling = packed.places[layer.node]?.tiling {
            // The last tiles may reach beyond the map.
            output = WinogradTiling.covering(output, side: tiling.side)
        }
        return filter.border(
            height: size.height, width: size.width, input: graph.shapes[layer.input],
            output: output)
    }

    /// The filter of a convolution, and its size.
    private func filter(
        of operation: Manifest.Operation
    ) -> (Manifest.Filter, (height: Int, width: Int))? {
        switch operation {
        case .convolution(let filter):
            let shape = weights.entries[filter.weight]?.shape ?? []
            return (filter, (shape[1], shape[2]))
        case .depthwiseConvolution(let filter):
            let shape = weights.entries[filter.weight]?.shape ?? []
            return (filter, (shape[0], shape[1]))
        default: return nil
        }
    }

    // MARK: Buffers

    /// Gives every value its place in the arena.
    mutating func place() throws(NetworkError) {
        // Step −1 is the caller's writing of the input, step `layers.count` the reading of outputs.
        let end = layers.count
        bufferOfValue[0] = newBuffer(graph.shapes[0], borders[0], first: -1)
        if borders[0] == .none {
            keep(0, until: end)
        } else {
            inputCopy = newBuffer(graph.shapes[0], .none, first: -1)
            buffers[buffers.count - 1].last = end
        }
        for (step, layer) in layers.enumerated() {
            if case .reshape = layer.operation, borders[layer.input] == .none {
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
        // Kernels read whole vectors: up to 64 bytes past the last element.
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

    /// Gives a Winograd convolution the memory for its tiles.
    private mutating func addScratch(_ layer: FusedLayer, _ step: Int) {
        guard let tiling = packed.places[layer.node]?.tiling else { return }
        let (input, output) = (graph.shapes[layer.input], graph.shapes[layer.output])
        let count = cnk_winograd_scratch(
            packed.lanes, Int32(tiling.side), Int32(images), Int32(output.height),
            Int32(output.width), Int32(input.channels), tiling.keepsHalves)
        scratchBuffers[layer.node] = buffers.count
        buffers.append(ArenaLayout.Buffer(count: Int(count), first: step, last: step))
    }

    /// Number of floats of a map with its border.
    private func elements(_ shape: Shape, _ border: Border) -> Int {
        // No overflow: a shape has at most 2^26 elements, a border is below 68 at each side, and
        // there are at most 64 images.
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
        guard let buffer else { preconditionFailure("a value has no buffer") }
        let row = (border.left + shape.width + border.right) * shape.channels
        return ExecutionPlan.Map(
            offset: offsets[buffer] + border.top * row + border.left * shape.channels,
            shape: shape, border: border, image: elements(shape, border))
    }

    private func map(of value: Int) -> ExecutionPlan.Map {
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

    /// The steps, after ``place()``.
    func makeSteps() -> [ExecutionPlan.Step] {
        var steps: [ExecutionPlan.Step] = []
        if inputCopy != nil {
            steps.append(.init(operation: CNK_COPY, input: inputMap, output: map(of: 0)))
        }
        for layer in layers { steps += makeSteps(layer) }
        for (value, target) in zip(graph.outputs, outputMaps) where outputCopies[value] != nil {
            steps.append(.init(operation: CNK_COPY, input: map(of: value), output: target))
        }
        return steps
    }

    private func makeSteps(_ layer: FusedLayer) -> [ExecutionPlan.Step] {
        var step = ExecutionPlan.Step(
            operation: CNK_COPY, input: map(of: layer.input), output: map(of: layer.output))
        step.activate(layer.activation, packed)
        switch layer.operation {
        case .convolution(let filter):
            step.operation = CNK_CONVOLUTION
            setFilter(&step, layer, filter.stride, filter.padding)
        case .depthwiseConvolution(let filter):
            step.operation = CNK_DEPTHWISE
            setFilter(&step, layer, filter.stride, filter.padding)
        case .dense:
            // A filter as large as its input: the input may have a border and is read in place.
            step.operation = CNK_CONVOLUTION
            step.kernel = (step.input.shape.height, step.input.shape.width)
            setWeights(&step, layer)
        case .add:
            step.operation = CNK_ADD
            step.other = map(of: layer.others[0])
        case .activation: step.operation = CNK_ACTIVATE
        case .maxPool(let window):
            step.operation = CNK_MAX_POOL
            step.slide(window)
        case .averagePool(let window):
            step.operation = CNK_AVERAGE_POOL
            step.slide(window)
        case .globalAveragePool: step.operation = CNK_GLOBAL_AVERAGE
        case .channelPad(let before, _): step.before = before
        case .softmax: step.operation = CNK_SOFTMAX
        case .sigmoid: step.operation = CNK_SIGMOID
        case .transpose: step.operation = CNK_TRANSPOSE
        case .layerNorm(let normalization):
            step.operation = CNK_LAYER_NORM
            step.number = Float(normalization.epsilon)
            setWeights(&step, layer)
        case .prependPixel:
            step.operation = CNK_PREPEND
            setWeights(&step, layer)
        case .crop(let rows, let columns):
            step.input = step.input.part(
                from: rows.lowerBound, columns.lowerBound, step.output.shape)
        case .normalizePoints(let scale):
            step.operation = CNK_NORMALIZE_POINTS
            step.number = Float(scale)
        case .reshape:
            guard bufferOfValue[layer.input] != bufferOfValue[layer.output] else { return [] }
            // Only the border goes: the copy is of the source's shape.
            step.output = map(bufferOfValue[layer.output], step.input.shape, .none)
        case .concat: return concat([layer.input] + layer.others, step)
        }
        return [step]
    }

    private func setWeights(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer) {
        step.weights = packed.places[layer.node]?.weights
        step.bias = packed.places[layer.node]?.bias
        step.other = layer.others.first.map { map(of: $0) }
    }

    private func setFilter(
        _ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ stride: Manifest.Stride,
        _ padding: Manifest.Padding
    ) {
        setWeights(&step, layer)
        if let (_, size) = filter(of: layer.operation) { step.kernel = size }
        if let tiling = packed.places[layer.node]?.tiling {
            step.operation = CNK_WINOGRAD
            step.tiling = tiling
            step.scratch = scratchBuffers[layer.node].map { offsets[$0] }
        }
        step.stride = (stride.height, stride.width)
        step.padding = (padding.top, padding.left)
    }

    private func concat(
        _ inputs: [Int], _ step: ExecutionPlan.Step
    ) -> [ExecutionPlan.Step] {
        var offset = step.output.offset
        return inputs.map { value in
            var part = step
            part.input = map(of: value)
            part.output = ExecutionPlan.Map(
                offset: offset, shape: part.input.shape, border: .none, image: step.output.image)
            offset += part.input.shape.elements
            return part
        }
    }
}

extension ExecutionPlan.Map {
    /// The part of this map that begins at a row and column; what lies around it is no border of zeros.
    fileprivate func part(from row: Int, _ column: Int, _ shape: Shape) -> ExecutionPlan.Map {
        let pixels = border.left + self.shape.width + border.right
        return ExecutionPlan.Map(
            offset: offset + (row * pixels + column) * shape.channels, shape: shape,
            border: Border(
                top: 0, bottom: 0, left: border.left + column,
                right: pixels - border.left - column - shape.width), image: image)
    }
}

extension ExecutionPlan.Step {
    fileprivate mutating func activate(_ activation: Manifest.Activation, _ packed: PackedWeights) {
        switch activation {
        case .identity: self.activation = CNK_IDENTITY
        case .relu: self.activation = CNK_RELU
        case .prelu(let name):
            self.activation = CNK_PRELU
            slopes = packed.slopes[name]
        }
    }

    fileprivate mutating func slide(_ window: Manifest.Window) {
        kernel = (window.height, window.width)
        stride = (window.stride.height, window.stride.width)
        padding = (window.padding.top, window.padding.left)
    }
}
