#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Softmax over the last axis.
struct Softmax: Operator {
    static let name = "softmax"

    init(_ node: JSONField) throws(NetworkError) {}

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        inference.inputs[0]
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        step.kernel = Kernel("softmax")
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        let (input, columns) = (inputs[0], layer.output.channels)
        return stride(from: 0, to: input.count, by: columns).flatMap { start in
            let row = input[start..<start + columns]
            let largest = row.max() ?? 0
            let exponentials = row.map { exp($0 - largest) }
            let sum = exponentials.reduce(0, +)
            return exponentials.map { $0 / sum }
        }
    }
}
