/// One filter per channel, with weights [kH, kW, C], plus bias.
struct DepthwiseConvolution: Operator {
    static let name = "depthwise_conv2d"
    static let keys = Filter.keys

    let filter: Filter
    let takesActivation = true

    init(_ node: JSONField) throws(NetworkError) { filter = try Filter(node) }

    var weightNames: [String] { filter.weightNames }
    var activation: Activation { filter.activation }

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        let input = try inference.map()
        let shape = try inference.weight("weight", filter.weight)
        guard shape.count == 3, shape[2] == input.channels else {
            throw inference.reference.error(
                "weight", "has the shape \(shape), expected [kH, kW, \(input.channels)]")
        }
        let output = try inference.slide(
            input, height: shape[0], width: shape[1], filter.stride, filter.padding,
            channels: input.channels)
        try inference.vector("bias", filter.bias, channels: input.channels)
        return try inference.activated(output, filter.activation)
    }

    func productsPerElement(_ inference: ShapeInference, output: Shape) -> Int? {
        inference.elements(of: filter.weight).map { max(1, $0 / output.channels) }
    }

    func pack(
        _ node: Int, output: Shape, into layout: inout WeightLayout
    ) throws(NetworkError) {
        let shape = layout.weights.entries[filter.weight]?.shape ?? [0]
        try layout.append(
            node, .depthwise, filter.weight, filter.bias, shape[shape.count - 1])
        try layout.append(filter.activation)
    }

    private func size(_ weights: SafetensorsFile) -> (height: Int, width: Int) {
        let shape = weights.entries[filter.weight]?.shape ?? []
        return (shape[0], shape[1])
    }

    func border(input: Shape, output: Shape, weights: SafetensorsFile) -> Border {
        let (height, width) = size(weights)
        return filter.border(height: height, width: width, input: input, output: output)
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        step.kernel = Kernel("depthwise")
        let (height, width) = size(planner.weights)
        step.setFilter(filter, height: height, width: width, layer, planner)
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        let (input, shape, output) = (inputs[0], layer.inputs[0], layer.output)
        let weight = layer.weight(filter.weight)
        let bias = filter.bias.map { layer.weight($0).values }
        let (height, width) = (weight.shape[0], weight.shape[1])
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
                            let pixel = (row * shape.width + column) * shape.channels + channel
                            let term = (ky * width + kx) * shape.channels + channel
                            sum += input[pixel] * weight.values[term]
                        }
                    }
                    sums.append(sum)
                }
            }
        }
        return layer.activated(sums, filter.activation)
    }
}
