import FacialFunWire

extension Manifest.Node {
    /// The keys that every node has.
    private static let common: Set<String> = ["op", "name", "inputs", "output"]

    init(_ field: JSONField) throws(NetworkError) {
        let opField = try field.required("op")
        let (operation, keys) = try Manifest.Operation.read(try opField.string(), opField, field)
        try field.object(allowed: Self.common.union(keys))
        self.operation = operation
        name = try field.required("name").name()
        let inputsField = try field.required("inputs")
        inputs = try inputsField.names()
        let wanted =
            switch operation {
            case .add: 2...2
            case .concat: 2...64
            default: 1...1
            }
        guard wanted.contains(inputs.count) else {
            let words =
                wanted.count == 1
                ? "\(wanted.lowerBound)" : "\(wanted.lowerBound) to \(wanted.upperBound)"
            throw inputsField.error("this op takes \(words) inputs, not \(inputs.count)")
        }
        output = try field.required("output").name()
    }
}

extension Manifest.Operation {
    /// The operation that a node states, and the keys that belong to it.
    fileprivate static func read(
        _ op: String, _ opField: JSONField, _ node: JSONField
    ) throws(NetworkError) -> (Manifest.Operation, Set<String>) {
        let filterKeys: Set = ["weight", "bias", "stride", "padding", "activation"]
        switch op {
        case "conv2d": return (.convolution(try Manifest.Filter(node)), filterKeys)
        case "depthwise_conv2d":
            return (.depthwiseConvolution(try Manifest.Filter(node)), filterKeys)
        case "add": return (.add(try Manifest.Activation(node)), ["activation"])
        case "activation":
            let activation = try Manifest.Activation(node)
            guard activation != .identity else {
                throw node.error("the key \"activation\" is missing")
            }
            return (.activation(activation), ["activation"])
        case "max_pool2d":
            return (.maxPool(try Manifest.Window(node)), ["size", "stride", "padding"])
        case "average_pool2d":
            return (.averagePool(try Manifest.Window(node)), ["size", "stride", "padding"])
        case "global_average_pool": return (.globalAveragePool, [])
        case "channel_pad":
            let range = 0...Limits.channels
            return (
                .channelPad(
                    before: try node.required("before").integer(in: range),
                    after: try node.required("after").integer(in: range)), ["before", "after"]
            )
        case "dense":
            return (
                .dense(
                    Manifest.Dense(
                        weight: try node.required("weight").name(),
                        bias: try node.optionalName("bias"),
                        activation: try Manifest.Activation(node))),
                ["weight", "bias", "activation"]
            )
        case "reshape":
            let field = try node.required("shape")
            let shape = try field.integers(count: 2, in: -1...Limits.tensorElements)
            guard !shape.contains(0), shape != [-1, -1] else {
                throw field.error("two lengths above 0 are wanted, one of which may be -1")
            }
            return (.reshape(rows: shape[0], columns: shape[1]), ["shape"])
        case "concat":
            _ = try node.required("axis").integer(in: 0...0)
            return (.concat, ["axis"])
        case "softmax": return (.softmax, [])
        default: return try readMixer(op, opField, node)
        }
    }

    /// The operations of an MLP mixer.
    private static func readMixer(
        _ op: String, _ opField: JSONField, _ node: JSONField
    ) throws(NetworkError) -> (Manifest.Operation, Set<String>) {
        switch op {
        case "sigmoid": return (.sigmoid, [])
        case "transpose": return (.transpose, [])
        case "layer_norm":
            let normalization = Manifest.Normalization(
                weight: try node.required("weight").name(), bias: try node.optionalName("bias"),
                epsilon: try node.required("epsilon").number(in: Limits.epsilon))
            return (.layerNorm(normalization), ["weight", "bias", "epsilon"])
        case "prepend_pixel":
            return (.prependPixel(weight: try node.required("weight").name()), ["weight"])
        case "crop":
            return (
                .crop(
                    rows: try Self.range(try node.required("rows")),
                    columns: try Self.range(try node.required("columns"))), ["rows", "columns"]
            )
        case "normalize_points":
            let scale = try node.required("scale").number(in: Limits.pointScale)
            return (.normalizePoints(scale: scale), ["scale"])
        default: throw opField.error("unknown op \"\(printable(op))\"")
        }
    }

    private static func range(_ field: JSONField) throws(NetworkError) -> Range<Int> {
        let ends = try field.integers(count: 2, in: 0...Limits.tensorElements)
        guard ends[0] < ends[1] else { throw field.error("the second must be above the first") }
        return ends[0]..<ends[1]
    }
}

extension Manifest.Filter {
    fileprivate init(_ node: JSONField) throws(NetworkError) {
        weight = try node.required("weight").name()
        bias = try node.optionalName("bias")
        stride = try Manifest.Stride(try node.required("stride"))
        padding = try Manifest.Padding(try node.required("padding"))
        activation = try Manifest.Activation(node)
    }
}

extension Manifest.Window {
    fileprivate init(_ node: JSONField) throws(NetworkError) {
        let size = try node.required("size").integers(count: 2, in: 1...Limits.kernelSide)
        (height, width) = (size[0], size[1])
        stride = try Manifest.Stride(try node.required("stride"))
        padding = try Manifest.Padding(try node.required("padding"))
    }
}

extension Manifest.Stride {
    fileprivate init(_ field: JSONField) throws(NetworkError) {
        let stride = try field.integers(count: 2, in: 1...Limits.kernelSide)
        self.init(height: stride[0], width: stride[1])
    }
}

extension Manifest.Padding {
    fileprivate init(_ field: JSONField) throws(NetworkError) {
        let padding = try field.integers(count: 4, in: 0...Limits.kernelSide)
        self.init(top: padding[0], bottom: padding[1], left: padding[2], right: padding[3])
    }
}

extension Manifest.Activation {
    fileprivate init(_ node: JSONField) throws(NetworkError) {
        guard let field = node.optional("activation") else {
            self = .identity
            return
        }
        if case .members = field.value {
            try field.object(allowed: ["prelu"])
            self = .prelu(slopes: try field.required("prelu").name())
        } else {
            guard field.value == .string("relu") else {
                throw field.error("\"relu\" or {\"prelu\": NAME} is wanted")
            }
            self = .relu
        }
    }
}

extension JSONField {
    fileprivate func optionalName(_ key: String) throws(NetworkError) -> String? {
        try optional(key).map { field throws(NetworkError) in try field.name() }
    }
}
