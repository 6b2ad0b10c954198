import TestSupport

@testable import NeuralNetwork

/// Networks of one or a few random layers, including awkward sizes.
extension TestModel {
    private static let channelCounts = [
        1, 2, 3, 4, 5, 8, 15, 16, 17, 24, 31, 32, 33, 40, 48, 65, 80,
    ]

    /// Expands the input to `channels` channels, all different.
    private mutating func spread(_ channels: Int, _ random: inout SeededGenerator) {
        add("spread.weight", [channels, 1, 1, 1], &random)
        add("spread.bias", [channels], &random)
        nodes.append(
            """
            {"op": "conv2d", "name": "spread", "inputs": ["input"], "output": "x",
             "weight": "spread.weight", "bias": "spread.bias", "stride": [1, 1],
             "padding": [0, 0, 0, 0]}
            """)
    }

    /// `, "activation": …` or nothing, at random.
    private mutating func activation(
        _ name: String, _ channels: Int, _ random: inout SeededGenerator
    ) -> String {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return ""
        case 1: return ", \"activation\": \"relu\""
        default:
            add(name, [channels], &random)
            return ", \"activation\": {\"prelu\": \"\(name)\"}"
        }
    }

    /// A convolution, depthwise or not, of random shape, with independent stride and padding for
    /// each side.
    static func convolution(depthwise: Bool, seed: UInt64) -> TestModel {
        var random = SeededGenerator(seed: seed)
        let kernel = [1, 1, 2, 3, 3, 3, 5, 5]
        let square = Bool.random(using: &random)
        let kernelHeight = kernel.randomElement(using: &random) ?? 1
        let kernelWidth = square ? kernelHeight : kernel.randomElement(using: &random) ?? 1
        let strideHeight = Int.random(in: 1...4, using: &random)
        let strideWidth = square ? strideHeight : Int.random(in: 1...4, using: &random)
        var padding: [Int] = []
        for size in [kernelHeight, kernelHeight, kernelWidth, kernelWidth] {
            padding.append(Int.random(in: 0..<size, using: &random))
        }
        let smallest = (
            max(1, kernelHeight - padding[0] - padding[1]),
            max(1, kernelWidth - padding[2] - padding[3])
        )
        var model = TestModel(
            height: smallest.0 + Int.random(in: 0...12, using: &random),
            width: smallest.1 + Int.random(in: 0...12, using: &random))
        let channels = channelCounts.randomElement(using: &random) ?? 1
        let outputs = depthwise ? channels : channelCounts.randomElement(using: &random) ?? 1
        model.spread(channels, &random)
        let shape =
            depthwise
            ? [kernelHeight, kernelWidth, channels]
            : [outputs, kernelHeight, kernelWidth, channels]
        model.add(
            "weight", shape, terms: kernelHeight * kernelWidth * (depthwise ? 1 : channels), &random
        )
        var bias = ""
        if Bool.random(using: &random) {
            model.add("bias", [outputs], &random)
            bias = ", \"bias\": \"bias\""
        }
        model.nodes.append(
            """
            {"op": "\(depthwise ? "depthwise_conv2d" : "conv2d")", "name": "layer",
             "inputs": ["x"], "output": "y", "weight": "weight"\(bias),
             "stride": [\(strideHeight), \(strideWidth)], "padding": \(padding)
             \(model.activation("slopes", outputs, &random))}
            """)
        model.outputs = ["y"]
        return model
    }

    /// A convolution over an image: 3×3 with stride 2 over three channels, to few channels.
    static func stem(seed: UInt64) -> TestModel {
        var random = SeededGenerator(seed: seed)
        var model = TestModel(
            height: Int.random(in: 1...9, using: &random),
            width: Int.random(in: 20...70, using: &random))
        model.spread(3, &random)
        let outputs = Int.random(in: 1...17, using: &random)
        model.add("weight", [outputs, 3, 3, 3], terms: 27, &random)
        model.add("bias", [outputs], &random)
        let padding = (0..<4).map { _ in Int.random(in: 1...2, using: &random) }
        model.nodes.append(
            """
            {"op": "conv2d", "name": "layer", "inputs": ["x"], "output": "y", "weight": "weight",
             "bias": "bias", "stride": [2, 2], "padding": \(padding)
             \(model.activation("slopes", outputs, &random))}
            """)
        model.outputs = ["y"]
        return model
    }

    /// A 3×3 convolution of stride 1 with enough channels for the Winograd algorithm; it may add
    /// all or part of its input to the sums.
    static func wideConvolution(
        seed: UInt64, height: Int? = nil, width: Int? = nil, storesHalves: Bool = false
    ) -> TestModel {
        var random = SeededGenerator(seed: seed)
        // Tiles that fit the map, and tiles that extend beyond it.
        let sizes = [6, 7, 8, 10, 11, 12, 15, 16, 23, 24]
        var model = TestModel(
            height: height ?? sizes.randomElement(using: &random) ?? 8,
            width: width ?? sizes.randomElement(using: &random) ?? 8)
        model.storesHalves = storesHalves
        let channels = [32, 33, 40, 47, 48, 65, 96].randomElement(using: &random) ?? 32
        let outputs = [32, 33, 40, 48, 50, 64, 81].randomElement(using: &random) ?? 32
        model.spread(channels, &random)
        model.add("weight", [outputs, 3, 3, channels], terms: 9 * channels, &random)
        model.add("bias", [outputs], &random)
        model.nodes.append(
            """
            {"op": "conv2d", "name": "layer", "inputs": ["x"], "output": "y", "weight": "weight",
             "bias": "bias", "stride": [1, 1], "padding": [1, 1, 1, 1]}
            """)
        model.outputs = ["y"]
        guard channels <= outputs, Bool.random(using: &random) else { return model }
        model.nodes += [
            """
            {"op": "channel_pad", "name": "pad", "inputs": ["x"], "output": "p", "before": 0,
             "after": \(outputs - channels)}
            """,
            """
            {"op": "add", "name": "add", "inputs": ["y", "p"], "output": "z"
             \(model.activation("slopes", outputs, &random))}
            """,
        ]
        model.outputs = ["z"]
        return model
    }

    /// An operator without parameters over a map of random shape, with and without a border.
    static func `operator`(_ op: String, seed: UInt64) -> TestModel {
        var random = SeededGenerator(seed: seed)
        var model = TestModel(
            height: Int.random(in: 1...9, using: &random),
            width: Int.random(in: 1...9, using: &random))
        let channels = channelCounts.randomElement(using: &random) ?? 1
        model.spread(channels, &random)
        model.nodes.append(
            "{\"op\": \"\(op)\", \"name\": \"layer\", \"inputs\": [\"x\"], \"output\": \"y\"}")
        model.outputs = ["y"]
        guard Bool.random(using: &random) else { return model }
        // A reader that needs a border around the input.
        model.add("window", [1, 3, 3, channels], terms: 9 * channels, &random)
        model.nodes.append(
            """
            {"op": "conv2d", "name": "window", "inputs": ["x"], "output": "w", "weight": "window",
             "stride": [1, 1], "padding": [1, 1, 1, 1]}
            """)
        model.outputs.append("w")
        return model
    }

    /// A pooling layer over maps of random shape.
    static func pooling(_ op: String, seed: UInt64) -> TestModel {
        var random = SeededGenerator(seed: seed)
        let (height, width) = (
            Int.random(in: 1...4, using: &random), Int.random(in: 1...4, using: &random)
        )
        var model = TestModel(
            height: height + Int.random(in: 0...8, using: &random),
            width: width + Int.random(in: 0...8, using: &random))
        model.spread(channelCounts.randomElement(using: &random) ?? 1, &random)
        let padding = [height, height, width, width].map { Int.random(in: 0..<$0, using: &random) }
        let stride = [
            Int.random(in: 1...5, using: &random), Int.random(in: 1...5, using: &random),
        ]
        model.nodes.append(
            """
            {"op": "\(op)", "name": "layer", "inputs": ["x"], "output": "y",
             "size": [\(height), \(width)], "stride": \(stride), "padding": \(padding)}
            """)
        model.outputs = ["y"]
        return model
    }

    /// A residual block like those of the detector and the emotion network, with channel padding, a
    /// pooled shortcut, heads that are reshaped and concatenated, and a dense layer at the end.
    static func residual(seed: UInt64) -> TestModel {
        var random = SeededGenerator(seed: seed)
        var model = TestModel(
            height: 2 * Int.random(in: 2...6, using: &random),
            width: 2 * Int.random(in: 2...6, using: &random))
        model.flexible = true
        let narrow = channelCounts.randomElement(using: &random) ?? 1
        let wide = narrow + Int.random(in: 0...20, using: &random)
        model.spread(narrow, &random)
        model.add("dw", [3, 3, narrow], terms: 9, &random)
        model.add("pw", [wide, 1, 1, narrow], terms: narrow, &random)
        model.add("pw.bias", [wide], &random)
        model.add("c", [wide, 3, 3, wide], terms: 9 * wide, &random)
        model.add("head.a", [4, 1, 1, wide], terms: wide, &random)
        model.add("head.b", [2, 3, 3, wide], terms: 9 * wide, &random)
        model.add("end", [7, wide], terms: wide, &random)
        let before =
            Bool.random(using: &random) ? 0 : Int.random(in: 0...(wide - narrow), using: &random)
        let orders = [["p", "l"], ["l", "p"]]
        let order = orders.randomElement(using: &random) ?? []
        let first = model.activation("slopes.1", wide, &random)
        let second = model.activation("slopes.2", wide, &random)
        let third = model.activation("slopes.3", wide, &random)
        let alone = third.isEmpty ? ", \"activation\": \"relu\"" : third
        let one = "\"stride\": [1, 1]"
        model.nodes += [
            """
            {"op": "depthwise_conv2d", "name": "dw", "inputs": ["x"], "output": "d",
             "weight": "dw", "stride": [2, 2], "padding": [0, 1, 0, 1]}
            """,
            """
            {"op": "conv2d", "name": "pw", "inputs": ["d"], "output": "l", "weight": "pw",
             "bias": "pw.bias", \(one), "padding": [0, 0, 0, 0]}
            """,
            """
            {"op": "max_pool2d", "name": "pool", "inputs": ["x"], "output": "m", "size": [2, 2],
             "stride": [2, 2], "padding": [0, 0, 0, 0]}
            """,
            """
            {"op": "channel_pad", "name": "pad", "inputs": ["m"], "output": "p",
             "before": \(before), "after": \(wide - narrow - before)}
            """,
            """
            {"op": "add", "name": "add", "inputs": ["\(order[0])", "\(order[1])"],
             "output": "s"\(first)}
            """,
            """
            {"op": "conv2d", "name": "c", "inputs": ["s"], "output": "c", "weight": "c",
             \(one), "padding": [1, 1, 1, 1]}
            """,
            "{\"op\": \"add\", \"name\": \"add2\", \"inputs\": [\"c\", \"s\"], \"output\": \"t\"}",
            "{\"op\": \"activation\", \"name\": \"act\", \"inputs\": [\"t\"], \"output\": \"u\"\(alone)}",
            """
            {"op": "add", "name": "add3", "inputs": ["u", "u"], "output": "v"\(second)}
            """,
            """
            {"op": "conv2d", "name": "a", "inputs": ["v"], "output": "a", "weight": "head.a",
             \(one), "padding": [0, 0, 0, 0]}
            """,
            """
            {"op": "conv2d", "name": "b", "inputs": ["v"], "output": "b", "weight": "head.b",
             \(one), "padding": [1, 1, 1, 1]}
            """,
            "{\"op\": \"reshape\", \"name\": \"ra\", \"inputs\": [\"a\"], \"output\": \"ra\", \"shape\": [-1, 2]}",
            "{\"op\": \"reshape\", \"name\": \"rb\", \"inputs\": [\"b\"], \"output\": \"rb\", \"shape\": [-1, 2]}",
            "{\"op\": \"concat\", \"name\": \"cat\", \"inputs\": [\"rb\", \"ra\"], \"output\": \"boxes\", \"axis\": 0}",
            "{\"op\": \"softmax\", \"name\": \"soft\", \"inputs\": [\"boxes\"], \"output\": \"chances\"}",
            "{\"op\": \"global_average_pool\", \"name\": \"gap\", \"inputs\": [\"v\"], \"output\": \"g\"}",
            "{\"op\": \"dense\", \"name\": \"end\", \"inputs\": [\"g\"], \"output\": \"e\", \"weight\": \"end\"}",
        ]
        model.outputs = ["boxes", "e", "chances", "s"]
        return model
    }

    /// A dense layer on a map that another reader needs with a border.
    static func dense(seed: UInt64) -> TestModel {
        var random = SeededGenerator(seed: seed)
        var model = TestModel(
            height: Int.random(in: 1...6, using: &random),
            width: Int.random(in: 1...6, using: &random))
        let channels = channelCounts.randomElement(using: &random) ?? 1
        let outputs = channelCounts.randomElement(using: &random) ?? 1
        let inputs = model.height * model.width * channels
        model.spread(channels, &random)
        model.add("c", [2, 3, 3, channels], terms: 9 * channels, &random)
        model.add("dense", [outputs, inputs], terms: inputs, &random)
        model.add("bias", [outputs], &random)
        model.nodes += [
            """
            {"op": "conv2d", "name": "c", "inputs": ["x"], "output": "c", "weight": "c",
             "stride": [1, 1], "padding": [1, 1, 1, 1]}
            """,
            """
            {"op": "dense", "name": "dense", "inputs": ["x"], "output": "y", "weight": "dense",
             "bias": "bias"\(model.activation("slopes", outputs, &random))}
            """,
            "{\"op\": \"reshape\", \"name\": \"r\", \"inputs\": [\"x\"], \"output\": \"r\", \"shape\": [\(channels), -1]}",
        ]
        model.outputs = ["y", "c", "r", "x"]
        return model
    }
}
