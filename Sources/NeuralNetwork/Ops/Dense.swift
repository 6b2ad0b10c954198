import FacialFunWire

/// The matrix product of weights [out, in] and the flat input, plus bias: [1, 1, out].
struct Dense: Operator {
    static let name = "dense"
    static let keys: Set = ["weight", "bias", "activation"]

    let weight: String
    let bias: String?
    let activation: Activation
    let takesActivation = true
    let takesSummand = true

    init(_ node: JSONField) throws(NetworkError) {
        weight = try node.required("weight").name()
        bias = try node.optionalName("bias")
        activation = try Activation(node)
    }

    var weightNames: [String] {
        [weight] + (bias.map { [$0] } ?? []) + activation.weightNames
    }

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        let elements = inference.inputs[0].elements
        let shape = try inference.weight("weight", weight)
        guard shape.count == 2, shape[1] == elements else {
            throw inference.reference.error(
                "weight", "has the shape \(shape), expected [out, \(elements)]")
        }
        try inference.vector("bias", bias, channels: shape[0])
        return try inference.activated(
            Shape(height: 1, width: 1, channels: shape[0]), activation)
    }

    func productsPerElement(_ inference: ShapeInference, output: Shape) -> Int? {
        inference.elements(of: weight).map { $0 / output.channels }
    }

    func pack(
        _ node: Int, output: Shape, into layout: inout WeightLayout
    ) throws(NetworkError) {
        let shape = layout.weights.entries[weight]?.shape ?? [0]
        try layout.append(node, .convolution, weight, bias, shape[0])
        try layout.append(activation)
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        // Equals a convolution with a filter as large as its input. The input may have a border and
        // is read in place.
        step.kernel = Kernel("convolution")
        step.kernelSize = (step.input.shape.height, step.input.shape.width)
        step.setWeights(layer, planner)
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        let (input, matrix) = (inputs[0], layer.weight(weight))
        let bias = bias.map { layer.weight($0).values }
        let sums = (0..<matrix.shape[0]).map { row in
            input.indices.reduce(bias?[row] ?? 0) { sum, column in
                sum + input[column] * matrix.values[row * input.count + column]
            }
        }
        return layer.activated(sums, activation)
    }
}
