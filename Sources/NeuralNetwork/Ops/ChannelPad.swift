import FacialFunWire

/// Adds zero channels before and after those of each pixel.
struct ChannelPad: Operator {
    static let name = "channel_pad"
    static let keys: Set = ["before", "after"]

    let before: Int
    let after: Int

    init(_ node: JSONField) throws(NetworkError) {
        before = try node.required("before").integer(in: 0...Limits.channels)
        after = try node.required("after").integer(in: 0...Limits.channels)
    }

    var role: FusionRole { before == 0 ? .endPadding : .plain }

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        let input = try inference.map()
        // This cannot overflow: the three numbers are at most 2^26.
        return Shape(
            height: input.height, width: input.width,
            channels: input.channels + before + after)
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        step.before = before
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        let (input, channels) = (inputs[0], layer.inputs[0].channels)
        var result: [Float] = []
        for start in stride(from: 0, to: input.count, by: channels) {
            result += repeatElement(0, count: before)
            result += input[start..<start + channels]
            result += repeatElement(0, count: after)
        }
        return result
    }
}
