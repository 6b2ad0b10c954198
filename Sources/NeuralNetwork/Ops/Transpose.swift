/// Swaps columns and channels: [H, W, C] → [H, C, W].
struct Transpose: Operator {
    static let name = "transpose"

    init(_ node: JSONField) throws(NetworkError) {}

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        let input = try inference.map()
        return Shape(height: input.height, width: input.channels, channels: input.width)
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        step.kernel = Kernel("transpose")
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        let (input, shape) = (inputs[0], layer.inputs[0])
        return (0..<shape.height).flatMap { y in
            (0..<shape.channels).flatMap { channel in
                (0..<shape.width).map { x in
                    input[(y * shape.width + x) * shape.channels + channel]
                }
            }
        }
    }
}
