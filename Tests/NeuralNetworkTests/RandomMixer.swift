import TestSupport

@testable import NeuralNetwork

/// Networks with the other layers of an MLP mixer, besides matrix products, of awkward sizes.
extension TestModel {
    /// Points that are normalized, mixed over rows and over channels, and sliced at the end; maps
    /// with and without borders in between.
    static func mixer(seed: UInt64) -> TestModel {
        var random = SeededGenerator(seed: seed)
        var model = TestModel(
            height: Int.random(in: 1...3, using: &random),
            width: Int.random(in: 2...70, using: &random))
        let sizes = [1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 40, 64, 65]
        let channels = sizes.randomElement(using: &random) ?? 1
        let inner = sizes.randomElement(using: &random) ?? 1
        let tokens = model.width + 1
        model.add("spread", [channels, 1, 1, 1], &random)
        model.add("spread.bias", [channels], &random)
        model.add("token", [channels], &random)
        model.add("norm", [channels], &random)
        model.add("mix.in", [inner, 1, 1, tokens], terms: tokens, &random)
        model.add("mix.out", [tokens, 1, 1, inner], terms: inner, &random)
        model.add("window", [channels, 1, 3, channels], terms: 3 * channels, &random)
        var bias = ""
        if Bool.random(using: &random) {
            model.add("norm.bias", [channels], &random)
            bias = ", \"bias\": \"norm.bias\""
        }
        let one = "\"stride\": [1, 1], \"padding\": [0, 0, 0, 0]"
        let first = Int.random(in: 0..<tokens, using: &random)
        let row = Int.random(in: 0..<model.height, using: &random)
        let end = Int.random(in: (first + 1)...tokens, using: &random)
        model.nodes += [
            """
            {"op": "normalize_points", "name": "points", "inputs": ["input"], "output": "p",
             "scale": 1.5}
            """,
            """
            {"op": "conv2d", "name": "spread", "inputs": ["p"], "output": "s", "weight": "spread",
             "bias": "spread.bias", \(one)}
            """,
            """
            {"op": "prepend_pixel", "name": "token", "inputs": ["s"], "output": "t",
             "weight": "token"}
            """,
            """
            {"op": "layer_norm", "name": "norm", "inputs": ["t"], "output": "n", "weight": "norm"
             \(bias), "epsilon": 0.000001}
            """,
            "{\"op\": \"transpose\", \"name\": \"turn\", \"inputs\": [\"n\"], \"output\": \"u\"}",
            """
            {"op": "conv2d", "name": "in", "inputs": ["u"], "output": "i", "weight": "mix.in",
             \(one), "activation": "relu"}
            """,
            """
            {"op": "conv2d", "name": "out", "inputs": ["i"], "output": "o", "weight": "mix.out",
             \(one)}
            """,
            "{\"op\": \"transpose\", \"name\": \"back\", \"inputs\": [\"o\"], \"output\": \"b\"}",
            "{\"op\": \"add\", \"name\": \"add\", \"inputs\": [\"b\", \"t\"], \"output\": \"a\"}",
            // A reader that needs a border around the maps of the mixer's layers.
            """
            {"op": "conv2d", "name": "w", "inputs": ["a"], "output": "w", "weight": "window",
             "stride": [1, 1], "padding": [0, 0, 1, 1]}
            """,
            """
            {"op": "crop", "name": "crop", "inputs": ["a"], "output": "c", "rows": [\(row), \(row + 1)],
             "columns": [\(first), \(end)]}
            """,
            "{\"op\": \"sigmoid\", \"name\": \"end\", \"inputs\": [\"c\"], \"output\": \"e\"}",
        ]
        if seed.isMultiple(of: 2) {
            model.add("window.n", [1, 1, 3, channels], terms: 3 * channels, &random)
            model.nodes.append(
                """
                {"op": "conv2d", "name": "wn", "inputs": ["n"], "output": "wn",
                 "weight": "window.n", "stride": [1, 1], "padding": [0, 0, 1, 1]}
                """)
            model.outputs = ["p", "e", "w", "n", "wn"]
        } else {
            model.outputs = ["e", "w"]
        }
        return model
    }
}
