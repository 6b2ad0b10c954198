import FacialFunWire

/// The sum of two inputs, element by element.
struct Add: Operator {
    static let name = "add"
    static let keys: Set = ["activation"]
    static let inputCounts = 2...2

    let activation: Activation
    let takesActivation = true
    let role = FusionRole.addition

    init(_ node: JSONField) throws(NetworkError) { activation = try Activation(node) }

    var weightNames: [String] { activation.weightNames }

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        let inputs = inference.inputs
        guard inputs[0] == inputs[1] else {
            throw inference.reference.error(
                "inputs", "the shapes \(inputs[0]) and \(inputs[1]) differ")
        }
        return try inference.activated(inputs[0], activation)
    }

    func pack(
        _ node: Int, output: Shape, into layout: inout WeightLayout
    ) throws(NetworkError) {
        try layout.append(activation)
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        step.kernel = Kernel("add")
        step.other = planner.map(of: layer.others[0])
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        layer.activated(zip(inputs[0], inputs[1]).map(+), activation)
    }
}
