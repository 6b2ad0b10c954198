#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// 1 / (1 + exp(−x)) of each number.
struct Sigmoid: Operator {
    static let name = "sigmoid"

    init(_ node: JSONField) throws(NetworkError) {}

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        inference.inputs[0]
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        step.kernel = Kernel("sigmoid")
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        inputs[0].map { 1 / (1 + exp(-$0)) }
    }
}
