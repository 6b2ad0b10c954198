/// The mean of each channel: [H, W, C] → [1, 1, C].
struct GlobalAveragePool: Operator {
    static let name = "global_average_pool"

    init(_ node: JSONField) throws(NetworkError) {}

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        Shape(height: 1, width: 1, channels: try inference.map().channels)
    }

    func productsPerElement(_ inference: ShapeInference, output: Shape) -> Int? {
        inference.inputs[0].height * inference.inputs[0].width
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        step.kernel = Kernel("global_average")
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        let (input, shape) = (inputs[0], layer.inputs[0])
        return (0..<shape.channels).map { channel in
            let sum = stride(from: channel, to: input.count, by: shape.channels)
                .reduce(Float(0)) { $0 + input[$1] }
            return sum / Float(shape.height * shape.width)
        }
    }
}
