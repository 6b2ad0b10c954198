import FacialFunWire

extension Manifest {
    /// A node of a graph.
    package struct Node: Sendable {
        /// The node's own name.
        package let name: String
        /// The names of the input tensors.
        package let inputs: [String]
        /// The name of the output tensor.
        package let output: String
        /// Operation of the node; see `Models/README.md`.
        let operation: any Operator
    }
}

extension Manifest.Node {
    /// Keys of all nodes.
    private static let common: Set<String> = ["op", "name", "inputs", "output"]

    init(_ field: JSONField) throws(NetworkError) {
        let opField = try field.required("op")
        let op = try opField.string()
        guard let type = Operators[op] else {
            throw opField.error("unknown op \"\(printable(op))\"")
        }
        operation = try type.init(field)
        try field.object(allowed: Self.common.union(type.keys))
        name = try field.required("name").name()
        let inputsField = try field.required("inputs")
        inputs = try inputsField.names()
        let wanted = type.inputCounts
        guard wanted.contains(inputs.count) else {
            let words =
                wanted.count == 1
                ? "\(wanted.lowerBound)" : "\(wanted.lowerBound) to \(wanted.upperBound)"
            throw inputsField.error("this op takes \(words) inputs, not \(inputs.count)")
        }
        output = try field.required("output").name()
    }
}

extension JSONField {
    /// Reads an optional name.
    func optionalName(_ key: String) throws(NetworkError) -> String? {
        try optional(key).map { field throws(NetworkError) in try field.name() }
    }
}
