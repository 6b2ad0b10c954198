import FacialFunWire

/// Concatenates matrices by rows.
struct Concat: Operator {
    static let name = "concat"
    static let keys: Set = ["axis"]
    static let inputCounts = 2...64

    init(_ node: JSONField) throws(NetworkError) {
        _ = try node.required("axis").integer(in: 0...0)
    }

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        let channels = inference.inputs[0].channels
        var rows = 0
        for (index, input) in inference.inputs.enumerated() {
            guard input.isMatrix, input.channels == channels else {
                throw inference.reference.error(
                    "inputs[\(index)]",
                    "is \(input), expected a matrix of \(channels) columns")
            }
            // This cannot overflow: at most 64 inputs have at most 2^26 rows each.
            rows += input.height
        }
        return Shape(height: rows, width: 1, channels: channels, isMatrix: true)
    }

    func steps(
        from step: ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner
    ) -> [ExecutionPlan.Step] {
        var offset = step.output.offset
        return ([layer.input] + layer.others).map { value in
            var part = step
            part.input = planner.map(of: value)
            part.output = ExecutionPlan.Map(
                offset: offset, shape: part.input.shape, border: .none, image: step.output.image)
            offset += part.input.shape.elements
            return part
        }
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        inputs.flatMap(\.self)
    }
}
