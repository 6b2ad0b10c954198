import FacialFunWire

/// Prepends a pixel, a weight [C], to each row: [H, W, C] → [H, W + 1, C].
struct PrependPixel: Operator {
    static let name = "prepend_pixel"
    static let keys: Set = ["weight"]

    let weight: String

    init(_ node: JSONField) throws(NetworkError) { weight = try node.required("weight").name() }

    var weightNames: [String] { [weight] }

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        let input = try inference.map()
        try inference.vector("weight", weight, channels: input.channels)
        return Shape(height: input.height, width: input.width + 1, channels: input.channels)
    }

    func pack(
        _ node: Int, output: Shape, into layout: inout WeightLayout
    ) throws(NetworkError) {
        try layout.append(node, .vector, weight, nil, output.channels)
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        step.kernel = Kernel("prepend")
        step.setWeights(layer, planner)
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        let (input, shape) = (inputs[0], layer.inputs[0])
        let (pixel, row) = (layer.weight(weight).values, shape.width * shape.channels)
        return stride(from: 0, to: input.count, by: row).flatMap { pixel + input[$0..<$0 + row] }
    }
}
