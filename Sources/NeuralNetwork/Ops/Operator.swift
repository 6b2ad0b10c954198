import FacialFunWire

/// An operator of manifests: reading, checking, packing, planning and the slow reference.
///
/// A new operator is a file in this folder, a line in ``Operators/all``, and its kernel with a line
/// in one of the lists of `CFacialFun/NeuralKernels/templates`.
protocol Operator: Sendable {
    /// The value of a node's `op`.
    static var name: String { get }
    /// Keys of a node besides `op`, `name`, `inputs` and `output`; none by default.
    static var keys: Set<String> { get }
    /// The number of inputs of a node; one by default.
    static var inputCounts: ClosedRange<Int> { get }

    /// Reads the ``keys`` of a node.
    init(_ node: JSONField) throws(NetworkError)

    // MARK: Graph

    /// The names of all weights; none by default.
    var weightNames: [String] { get }

    /// Checks inputs and weights, and returns the shape of the output.
    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape

    /// Multiply-adds or comparisons per output element; one by default. `nil` if the weights are
    /// missing.
    func productsPerElement(_ inference: ShapeInference, output: Shape) -> Int?

    // MARK: Fusion

    /// The activation that the node states; none by default.
    var activation: Activation { get }
    /// Whether the kernel applies an activation, so that a following one can be fused into it.
    var takesActivation: Bool { get }
    /// Whether the kernel adds a second summand, so that a following addition can be fused into it.
    var takesSummand: Bool { get }
    /// Role in the fusion of layers; `plain` by default.
    var role: FusionRole { get }

    // MARK: Plan

    /// Adds the weights in the order of the kernels; nothing by default.
    func pack(
        _ node: Int, output: Shape, into layout: inout WeightLayout
    ) throws(NetworkError)

    /// The border that the kernel reads beyond the edges of its input; none by default.
    func border(input: Shape, output: Shape, weights: SafetensorsFile) -> Border

    /// Whether the output has the same numbers as the input, in the same order; false by default.
    var isView: Bool { get }

    /// Completes a layer's step; by default it copies the input to the output and applies the
    /// activation.
    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner)

    /// The steps of a layer; one by default, completed by ``plan(_:_:_:)``.
    func steps(
        from step: ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner
    ) -> [ExecutionPlan.Step]

    // MARK: Reference

    /// Computes the output directly from the definition, one number at a time.
    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float]
}

/// The operators of the engine.
enum Operators {
    /// All operators; the names are unique.
    static let all: [any Operator.Type] = [
        Convolution.self, DepthwiseConvolution.self, Dense.self, Add.self, ActivationLayer.self,
        MaxPool.self, AveragePool.self, GlobalAveragePool.self, ChannelPad.self, Reshape.self,
        Concat.self, Softmax.self, Sigmoid.self, Transpose.self, LayerNorm.self,
        PrependPixel.self, Crop.self, NormalizePoints.self,
    ]

    /// The operator of a name.
    static subscript(_ name: String) -> (any Operator.Type)? {
        all.first { $0.name.hasSameUTF8(as: name) }
    }
}

/// Role of an operator in the fusion of layers.
enum FusionRole {
    /// No special role.
    case plain
    /// An addition, which can be fused into the layer of a summand.
    case addition
    /// An activation, which can be fused into the preceding layer.
    case activation
    /// Zero channels at the end, which a following addition can skip.
    case endPadding
}

extension Operator {
    static var keys: Set<String> { [] }
    static var inputCounts: ClosedRange<Int> { 1...1 }
    var weightNames: [String] { [] }
    var activation: Activation { .identity }
    var takesActivation: Bool { false }
    var takesSummand: Bool { false }
    var role: FusionRole { .plain }
    var isView: Bool { false }

    func productsPerElement(_ inference: ShapeInference, output: Shape) -> Int? { 1 }

    func pack(
        _ node: Int, output: Shape, into layout: inout WeightLayout
    ) throws(NetworkError) {}

    func border(input: Shape, output: Shape, weights: SafetensorsFile) -> Border { .none }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {}

    func steps(
        from step: ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner
    ) -> [ExecutionPlan.Step] {
        var completed = step
        plan(&completed, layer, planner)
        return [completed]
    }
}
