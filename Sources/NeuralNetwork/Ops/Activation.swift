import CFacialFun
import FacialFunWire

/// Activation after a sum.
enum Activation: Hashable, Sendable {
    /// Nothing.
    case identity
    /// max(x, 0).
    case relu
    /// x, or slope · x below 0; the name is that of a weight [C] of slopes.
    case prelu(slopes: String)

    /// Reads a node's `activation`; `identity` if it is absent.
    init(_ node: JSONField) throws(NetworkError) {
        guard let field = node.optional("activation") else {
            self = .identity
            return
        }
        if case .members = field.value {
            try field.object(allowed: ["prelu"])
            self = .prelu(slopes: try field.required("prelu").name())
        } else {
            guard field.value == .string("relu") else {
                throw field.error("expected \"relu\" or {\"prelu\": NAME}")
            }
            self = .relu
        }
    }

    /// The names of its weights.
    var weightNames: [String] {
        if case .prelu(let slopes) = self { [slopes] } else { [] }
    }
}

extension ShapeInference {
    /// Checks an activation of a shape, and returns the shape.
    func activated(_ shape: Shape, _ activation: Activation) throws(NetworkError) -> Shape {
        if case .prelu(let slopes) = activation {
            try vector("activation.prelu", slopes, channels: shape.channels)
        }
        return shape
    }
}

extension WeightLayout {
    /// Adds the slopes of an activation, once for all nodes that share them.
    mutating func append(_ activation: Activation) throws(NetworkError) {
        guard case .prelu(let name) = activation, slopes[name] == nil else { return }
        let channels = weights.entries[name]?.elements ?? 0
        slopes[name] = try append(.vector, name, channels: channels, terms: 1)
    }
}

extension ExecutionPlan.Step {
    mutating func activate(_ activation: Activation, _ packed: PackedWeights) {
        switch activation {
        case .identity: self.activation = CNK_IDENTITY
        case .relu: self.activation = CNK_RELU
        case .prelu(let name):
            self.activation = CNK_PRELU
            slopes = packed.slopes[name]
        }
    }
}

extension ReferenceLayer {
    func activated(_ values: [Float], _ activation: Activation) -> [Float] {
        switch activation {
        case .identity: return values
        case .relu: return values.map { max($0, 0) }
        case .prelu(let name):
            let slopes = weight(name).values
            return values.enumerated().map { index, value in
                value < 0 ? value * slopes[index % output.channels] : value
            }
        }
    }
}

/// The activation as a separate layer.
struct ActivationLayer: Operator {
    static let name = "activation"
    static let keys: Set = ["activation"]

    let activation: Activation
    let role = FusionRole.activation

    init(_ node: JSONField) throws(NetworkError) {
        activation = try Activation(node)
        guard activation != .identity else {
            throw node.error("the key \"activation\" is missing")
        }
    }

    var weightNames: [String] { activation.weightNames }

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        try inference.activated(inference.inputs[0], activation)
    }

    func pack(
        _ node: Int, output: Shape, into layout: inout WeightLayout
    ) throws(NetworkError) {
        try layout.append(activation)
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        step.kernel = Kernel("activate_alone")
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        layer.activated(inputs[0], activation)
    }
}
