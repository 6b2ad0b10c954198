import FacialFunWire

/// Reinterprets the numbers as rows and columns; one of the two may be −1.
struct Reshape: Operator {
    static let name = "reshape"
    static let keys: Set = ["shape"]

    let rows: Int
    let columns: Int
    let isView = true

    init(_ node: JSONField) throws(NetworkError) {
        let field = try node.required("shape")
        let shape = try field.integers(count: 2, in: -1...Limits.tensorElements)
        guard !shape.contains(0), shape != [-1, -1] else {
            throw field.error("expected two lengths above 0, one of which may be -1")
        }
        (rows, columns) = (shape[0], shape[1])
    }

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        let input = inference.inputs[0]
        let elements = input.elements
        let shape = [
            rows == -1 ? elements / columns : rows, columns == -1 ? elements / rows : columns,
        ]
        let (product, overflow) = shape[0].multipliedReportingOverflow(by: shape[1])
        guard !overflow, product == elements else {
            throw inference.reference.error(
                "shape", "\(input) has \(elements) numbers, which do not fit this shape")
        }
        return Shape(height: shape[0], width: 1, channels: shape[1], isMatrix: true)
    }

    func steps(
        from step: ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner
    ) -> [ExecutionPlan.Step] {
        guard !planner.sharesBuffer(layer) else { return [] }
        // The copy has the shape of the source and only removes its border.
        var copy = step
        copy.output = planner.map(of: layer.output, as: step.input.shape)
        return [copy]
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] { inputs[0] }
}
