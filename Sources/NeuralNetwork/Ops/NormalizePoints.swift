import FacialFunWire

/// Normalizes pixels as points: subtracts their mean, divides by their mean distance from it, and
/// multiplies by a scale.
///
/// Identical points become zeros.
struct NormalizePoints: Operator {
    static let name = "normalize_points"
    static let keys: Set = ["scale"]

    let scale: Double

    init(_ node: JSONField) throws(NetworkError) {
        scale = try node.required("scale").number(in: Limits.pointScale)
    }

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        try inference.map()
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        step.kernel = Kernel("normalize_points")
        step.number = Float(scale)
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        let (input, channels) = (inputs[0], layer.inputs[0].channels)
        let points = stride(from: 0, to: input.count, by: channels).map {
            Array(input[$0..<$0 + channels])
        }
        let count = Float(points.count)
        let mean = (0..<channels).map { channel in
            points.reduce(0) { $0 + $1[channel] } / count
        }
        let offsets = points.map { point in zip(point, mean).map { $0 - $1 } }
        let distance =
            offsets.reduce(0) { sum, offset in
                sum + offset.reduce(0) { $0 + $1 * $1 }.squareRoot()
            } / count
        return offsets.flatMap { offset in
            offset.map { distance > 0 ? $0 / distance * Float(scale) : 0 }
        }
    }
}
