import CFacialFun

/// Cross-correlation with weights [outC, kH, kW, inC], plus bias.
struct Convolution: Operator {
    static let name = "conv2d"
    static let keys = Filter.keys

    let filter: Filter
    let takesActivation = true
    let takesSummand = true

    init(_ node: JSONField) throws(NetworkError) { filter = try Filter(node) }

    var weightNames: [String] { filter.weightNames }
    var activation: Activation { filter.activation }

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        let input = try inference.map()
        let shape = try inference.weight("weight", filter.weight)
        guard shape.count == 4, shape[3] == input.channels else {
            throw inference.reference.error(
                "weight",
                "has the shape \(shape), expected [outC, kH, kW, \(input.channels)]")
        }
        let output = try inference.slide(
            input, height: shape[1], width: shape[2], filter.stride, filter.padding,
            channels: shape[0])
        try inference.vector("bias", filter.bias, channels: shape[0])
        return try inference.activated(output, filter.activation)
    }

    func productsPerElement(_ inference: ShapeInference, output: Shape) -> Int? {
        inference.elements(of: filter.weight).map { max(1, $0 / output.channels) }
    }

    func pack(
        _ node: Int, output: Shape, into layout: inout WeightLayout
    ) throws(NetworkError) {
        let entry = layout.weights.entries[filter.weight]
        let shape = entry?.shape ?? [0]
        // A flexible network uses the same form at other input sizes.
        let tiling = WinogradTiling(
            filter, weight: shape, type: entry?.type ?? .float32, output: output,
            images: layout.images)
        try layout.append(
            node, tiling.map { .winograd($0) } ?? .convolution, filter.weight, filter.bias,
            shape[0])
        layout.offsets[node]?.tiling = tiling
        try layout.append(filter.activation)
    }

    private func size(_ weights: SafetensorsFile) -> (height: Int, width: Int) {
        let shape = weights.entries[filter.weight]?.shape ?? []
        return (shape[1], shape[2])
    }

    func border(input: Shape, output: Shape, weights: SafetensorsFile) -> Border {
        let (height, width) = size(weights)
        return filter.border(height: height, width: width, input: input, output: output)
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        step.kernel = Kernel("convolution")
        let (height, width) = size(planner.weights)
        step.setFilter(filter, height: height, width: width, layer, planner)
        if let tiling = planner.packed.offsets[layer.node]?.tiling {
            step.kernel = Kernel("winograd")
            step.tiling = tiling
            step.scratch = planner.scratch(of: layer)
        }
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        let (input, shape, output) = (inputs[0], layer.inputs[0], layer.output)
        let weight = layer.weight(filter.weight)
        let bias = filter.bias.map { layer.weight($0).values }
        let (height, width) = (weight.shape[1], weight.shape[2])
        var sums: [Float] = []
        sums.reserveCapacity(output.elements)
        for y in 0..<output.height {
            for x in 0..<output.width {
                for channel in 0..<output.channels {
                    var sum = bias?[channel] ?? 0
                    for ky in 0..<height {
                        let row = y * filter.stride.height - filter.padding.top + ky
                        guard 0..<shape.height ~= row else { continue }
                        for kx in 0..<width {
                            let column = x * filter.stride.width - filter.padding.left + kx
                            guard 0..<shape.width ~= column else { continue }
                            let pixel = (row * shape.width + column) * shape.channels
                            let terms = ((channel * height + ky) * width + kx) * shape.channels
                            for c in 0..<shape.channels {
                                sum += input[pixel + c] * weight.values[terms + c]
                            }
                        }
                    }
                    sums.append(sum)
                }
            }
        }
        return layer.activated(sums, filter.activation)
    }
}
