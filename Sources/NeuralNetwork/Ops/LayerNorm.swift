import FacialFunWire

/// Normalizes the channels of each pixel to mean 0 and variance 1, then multiplies by weights and
/// adds the bias.
struct LayerNorm: Operator {
    static let name = "layer_norm"
    static let keys: Set = ["weight", "bias", "epsilon"]

    /// Name of the weight [C].
    let weight: String
    /// Name of the bias [C], if there is one.
    let bias: String?
    /// Term added to the variance, above 0.
    let epsilon: Double

    init(_ node: JSONField) throws(NetworkError) {
        weight = try node.required("weight").name()
        bias = try node.optionalName("bias")
        epsilon = try node.required("epsilon").number(in: Limits.epsilon)
    }

    var weightNames: [String] { [weight] + (bias.map { [$0] } ?? []) }

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        let input = try inference.map()
        try inference.vector("weight", weight, channels: input.channels)
        try inference.vector("bias", bias, channels: input.channels)
        return input
    }

    func pack(
        _ node: Int, output: Shape, into layout: inout WeightLayout
    ) throws(NetworkError) {
        try layout.append(node, .vector, weight, bias, output.channels)
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        step.kernel = Kernel("layer_norm")
        step.number = Float(epsilon)
        step.setWeights(layer, planner)
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        let (input, channels) = (inputs[0], layer.inputs[0].channels)
        let weights = layer.weight(weight).values
        let bias = bias.map { layer.weight($0).values }
        return stride(from: 0, to: input.count, by: channels).flatMap { start in
            let pixel = input[start..<start + channels]
            let mean = pixel.reduce(0, +) / Float(channels)
            let squares = pixel.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            let deviation = (squares / Float(channels) + Float(epsilon)).squareRoot()
            return pixel.enumerated().map { channel, value in
                (value - mean) / deviation * weights[channel] + (bias?[channel] ?? 0)
            }
        }
    }
}
