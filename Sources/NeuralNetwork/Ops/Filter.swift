import FacialFunWire

/// Parameters of a convolution.
struct Filter: Hashable, Sendable {
    /// The manifest keys of these parameters.
    static let keys: Set = ["weight", "bias", "stride", "padding", "activation"]

    /// Name of the weight.
    let weight: String
    /// Name of the bias [outC], if there is one.
    let bias: String?
    /// Steps between outputs.
    let stride: Stride
    /// Zeros around the input.
    let padding: Padding
    /// Activation after the sum.
    let activation: Activation

    var weightNames: [String] {
        [weight] + (bias.map { [$0] } ?? []) + activation.weightNames
    }

    /// Border that a filter of a size reads beyond the edges of its input.
    func border(height: Int, width: Int, input: Shape, output: Shape) -> Border {
        // The last window may end before the edge of the padding.
        let bottom = (output.height - 1) * stride.height + height - padding.top - input.height
        let right = (output.width - 1) * stride.width + width - padding.left - input.width
        return Border(
            top: padding.top, bottom: max(0, bottom), left: padding.left, right: max(0, right))
    }
}

extension Filter {
    init(_ node: JSONField) throws(NetworkError) {
        weight = try node.required("weight").name()
        bias = try node.optionalName("bias")
        stride = try Stride(try node.required("stride"))
        padding = try Padding(try node.required("padding"))
        activation = try Activation(node)
    }
}

extension ExecutionPlan.Step {
    /// Sets weights, bias, second summand, size, stride and padding.
    mutating func setFilter(
        _ filter: Filter, height: Int, width: Int, _ layer: FusedLayer, _ planner: Planner
    ) {
        setWeights(layer, planner)
        kernelSize = (height, width)
        stride = (filter.stride.height, filter.stride.width)
        padding = (filter.padding.top, filter.padding.left)
    }

    /// Sets weights, bias and second summand.
    mutating func setWeights(_ layer: FusedLayer, _ planner: Planner) {
        let packed = planner.packed.offsets[layer.node]
        (weights, bias) = (packed?.weights, packed?.bias)
        other = layer.others.first.map { planner.map(of: $0) }
    }
}
