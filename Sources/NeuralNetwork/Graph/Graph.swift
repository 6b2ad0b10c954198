import FacialFunWire

/// A manifest's graph for one input size: names resolved, shapes known, everything checked.
///
/// Every `Graph` can be computed, so interpreters need no further checks.
struct Graph: Sendable {
    /// An operation on values, which are numbered.
    struct Layer: Sendable {
        /// The node's index in the manifest.
        let node: Int
        let operation: any Operator
        let inputs: [Int]
        let output: Int
    }

    /// The input, then each node's output, in the order of the manifest.
    var shapes: [Shape]
    var layers: [Layer] = []
    /// The output values, in the manifest's order.
    var outputs: [Int] = []
    /// Multiply-adds of one run.
    private(set) var multiplyAdds = 0

    /// Checks and resolves a manifest's graph.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - weights: The weights; only their shapes matter here.
    ///   - height: Rows of the input; nil for the manifest's.
    ///   - width: Columns of the input; nil for the manifest's.
    ///   - file: Name of the manifest in error messages.
    /// - Throws: `invalidGraph` or `tooLarge`, with the node and the field.
    init(
        _ manifest: Manifest, weights: SafetensorsFile, height: Int? = nil, width: Int? = nil,
        file: String
    ) throws(NetworkError) {
        let input = Shape(
            height: height ?? manifest.input.height, width: width ?? manifest.input.width,
            channels: manifest.input.channels)
        guard input.isWithinLimits else {
            throw NetworkError(
                code: .tooLarge, message: "\(file): input: \(input) exceeds the engine's limits")
        }
        shapes = [input]
        var values = [manifest.input.name: 0]
        var nodeNames: Set<String> = []
        for (index, node) in manifest.nodes.enumerated() {
            let reference = NodeReference(file: file, node: index)
            guard nodeNames.insert(node.name).inserted else {
                throw reference.error(
                    "name", "another node has the name \"\(printable(node.name))\"")
            }
            var inputs: [Int] = []
            for (position, name) in node.inputs.enumerated() {
                guard let value = values[name] else {
                    throw reference.error(
                        "inputs[\(position)]",
                        "no earlier node outputs \"\(printable(name))\"")
                }
                inputs.append(value)
            }
            let inference = ShapeInference(
                reference: reference, inputs: inputs.map { shapes[$0] }, weights: weights)
            let shape = try inference.output(of: node.operation)
            guard values.updateValue(shapes.count, forKey: node.output) == nil else {
                throw reference.error(
                    "output", "\"\(printable(node.output))\" is already the name of a tensor")
            }
            try count(inference.multiplyAdds(of: node.operation, output: shape), reference)
            layers.append(
                Layer(
                    node: index, operation: node.operation, inputs: inputs, output: shapes.count))
            shapes.append(shape)
        }
        try resolveOutputs(manifest, values, file)
    }

    private mutating func count(_ more: Int?, _ reference: NodeReference) throws(NetworkError) {
        let sum = more.map { multiplyAdds.addingReportingOverflow($0) }
        guard let sum, !sum.overflow, sum.partialValue <= Limits.multiplyAdds else {
            throw reference.error(
                nil, "more than \(Limits.multiplyAdds) multiply-adds up to here", code: .tooLarge)
        }
        multiplyAdds = sum.partialValue
    }

    private mutating func resolveOutputs(
        _ manifest: Manifest, _ values: [String: Int], _ file: String
    ) throws(NetworkError) {
        for (index, name) in manifest.outputs.enumerated() {
            guard let value = values[name], value != 0 else {
                throw NetworkError(
                    code: .invalidGraph,
                    message: "\(file): outputs[\(index)]: no node outputs \"\(printable(name))\"")
            }
            guard !outputs.contains(value) else {
                throw NetworkError(
                    code: .invalidGraph, message: "\(file): outputs[\(index)]: duplicate name")
            }
            outputs.append(value)
        }
        let used = Set(layers.flatMap(\.inputs)).union(outputs)
        for layer in layers where !used.contains(layer.output) {
            throw NodeReference(file: file, node: layer.node).error(
                "output", "not used by any node or output")
        }
        guard used.contains(0) else {
            throw NetworkError(code: .invalidGraph, message: "\(file): input: no node uses it")
        }
    }
}

/// Position in a manifest's graph, for error messages.
struct NodeReference {
    let file: String
    let node: Int

    func error(
        _ field: String?, _ problem: String, code: NetworkError.Code = .invalidGraph
    ) -> NetworkError {
        NetworkError(
            code: code,
            message: "\(file): nodes[\(node)]\(field.map { ".\($0)" } ?? ""): \(problem)")
    }
}
