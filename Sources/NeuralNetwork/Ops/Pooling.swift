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

/// The mean of each window; padding is ignored.
struct AveragePool: Operator {
    static let name = "average_pool2d"
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
        step.kernel = Kernel("average_pool")
        step.slide(window)
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        window.reduced(inputs[0], layer) { $0.reduce(0, +) / Float($0.count) }
    }
}

extension Window {
    fileprivate func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        let input = try inference.map()
        return try inference.slide(
            input, height: height, width: width, stride, padding, channels: input.channels)
    }

    /// Reduces each window and channel, ignoring padding.
    fileprivate func reduced(
        _ input: [Float], _ layer: ReferenceLayer, _ reduce: ([Float]) -> Float
    ) -> [Float] {
        let (shape, output) = (layer.inputs[0], layer.output)
        var result: [Float] = []
        result.reserveCapacity(output.elements)
        for y in 0..<output.height {
            for x in 0..<output.width {
                for channel in 0..<output.channels {
                    var elements: [Float] = []
                    for ky in 0..<height {
                        let row = y * stride.height - padding.top + ky
                        guard 0..<shape.height ~= row else { continue }
                        for kx in 0..<width {
                            let column = x * stride.width - padding.left + kx
                            guard 0..<shape.width ~= column else { continue }
                            elements.append(
                                input[(row * shape.width + column) * shape.channels + channel])
                        }
                    }
                    result.append(reduce(elements))
                }
            }
        }
        return result
    }
}

extension ExecutionPlan.Step {
    fileprivate mutating func slide(_ window: Window) {
        kernelSize = (window.height, window.width)
        stride = (window.stride.height, window.stride.width)
        padding = (window.padding.top, window.padding.left)
    }
}
