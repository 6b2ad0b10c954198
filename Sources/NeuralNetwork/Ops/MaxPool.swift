/// The maximum of each window; padding is ignored.
struct MaxPool: Operator {
    static let name = "max_pool2d"
    static let keys = Window.keys

    let window: Window

    init(_ node: JSONField) throws(NetworkError) { window = try Window(node) }

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        try window.outputShape(inference)
    }

    func productsPerElement(_ inference: ShapeInference, output: Shape) -> Int? {
        window.height * window.width
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        step.kernel = Kernel("max_pool")
        step.slide(window)
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        window.reduced(inputs[0], layer) { $0.reduce(-.infinity, max) }
    }
}
