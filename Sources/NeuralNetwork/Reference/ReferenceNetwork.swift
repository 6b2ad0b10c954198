/// A slow interpreter that follows the definitions: each layer separately, one number at a time.
///
/// The fast kernels are tested against it, and `FACIALFUN_CPU=reference` runs it instead of them.
struct ReferenceNetwork: Sendable {
    let graph: Graph
    private let weights: [String: Tensor]

    init(graph: Graph, manifest: Manifest, weights file: SafetensorsFile) {
        self.graph = graph
        var weights: [String: Tensor] = [:]
        for name in manifest.weightNames { weights[name] = file.tensor(named: name) }
        self.weights = weights
    }

    /// The outputs for one input, in the order of the manifest.
    func run(_ input: [Float]) -> [[Float]] {
        var values = [[Float]](repeating: [], count: graph.shapes.count)
        values[0] = input
        for layer in graph.layers {
            let shapes = ReferenceLayer(
                inputs: layer.inputs.map { graph.shapes[$0] }, output: graph.shapes[layer.output],
                weights: weights)
            values[layer.output] = layer.operation.reference(
                layer.inputs.map { values[$0] }, shapes)
        }
        return graph.outputs.map { values[$0] }
    }
}

/// Shapes and weights of a layer for the reference of its operator.
struct ReferenceLayer {
    let inputs: [Shape]
    let output: Shape
    fileprivate let weights: [String: Tensor]

    /// A weight, which the graph's checks have found.
    func weight(_ name: String) -> Tensor {
        guard let tensor = weights[name] else {
            preconditionFailure("the graph must contain this weight")
        }
        return tensor
    }
}
