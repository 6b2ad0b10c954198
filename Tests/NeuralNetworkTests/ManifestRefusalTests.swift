import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import NeuralNetwork

/// A change to a valid model, and the expected words of the error.
struct Refusal: Sendable, CustomTestStringConvertible {
    let from: String
    let to: String
    let message: String
    let code: NetworkError.Code
    var testDescription: String { message }

    init(_ from: String, _ to: String, _ message: String, _ code: NetworkError.Code) {
        (self.from, self.to, self.message, self.code) = (from, to, message, code)
    }
}

/// Malformed manifests and the field in the error.
@Suite struct ManifestRefusalTests {
    static let manifests: [Refusal] = [
        .init("{\"format\"", "{\"format\"}", "manifest.json: not JSON", .malformedManifest),
        .init("network/1", "network/2", "manifest.json: format: ", .malformedManifest),
        .init("\"name\": \"test\", ", "", "manifest.json: the key \"name\"", .malformedManifest),
        .init(
            "\"name\": \"test\"", "\"name\": \"test\", \"name\": \"t\"",
            "duplicate key \"name\"", .malformedManifest),
        .init(
            "\"version\": \"1\"", "\"version\": \"1\", \"colour\": 1",
            "manifest.json: colour: unknown key", .malformedManifest),
        .init(
            "\"version\": \"1\"", "\"version\": 1", "manifest.json: version: expected a string",
            .malformedManifest),
        .init(
            "face-detection", "cat-detection", "manifest.json: task: unknown task",
            .malformedManifest),
        .init(
            "face-detection", "emotion-recognition", "manifest.json: the key \"emotion\"",
            .malformedManifest),
        .init(
            "weights.safetensors", "../weights", "manifest.json: weights.file: ", .malformedManifest
        ),
        .init(
            "\"sha256\": \"", "\"sha256\": \"Z", "manifest.json: weights.sha256: expected 64",
            .malformedManifest),
        .init("\"bytes\": ", "\"bytes\": 1", "weights.bytes is", .wrongChecksum),
        .init("\"bytes\": ", "\"bytes\": -", "manifest.json: weights.bytes: ", .malformedManifest),
        .init(
            "\"height\": 6", "\"height\": 0", "manifest.json: input.height: ", .malformedManifest),
        .init(
            "\"height\": 6", "\"height\": 9000", "manifest.json: input.height: ", .malformedManifest
        ),
        .init(
            "\"height\": 6", "\"height\": 6.5", "manifest.json: input.height: ", .malformedManifest),
        .init(
            "\"channels\": 1", "\"channels\": 2", "manifest.json: input.channels: ",
            .malformedManifest),
        .init("\"grey\"", "\"blue\"", "manifest.json: input.colour: ", .malformedManifest),
        .init(
            "\"scale\": 1", "\"scale\": 1e999", "manifest.json: not JSON: a number out",
            .malformedManifest),
        .init("\"scale\": 1", "\"scale\": 0", "input.scale: must not be 0", .malformedManifest),
        .init(
            "\"scale\": 1", "\"scale\": 1e-50", "input.scale: must not be 0", .malformedManifest),
        .init(
            "\"scale\": 1", "\"scale\": 1e300",
            "manifest.json: input.scale: expected a number from",
            .malformedManifest),
        .init(
            "\"scale\": 1", "\"scale\": -1000001",
            "manifest.json: input.scale: expected a number from",
            .malformedManifest),
        .init(
            "\"offset\": 0", "\"offset\": 1e300",
            "manifest.json: input.offset: expected a number from",
            .malformedManifest),
        .init(
            "\"offset\": 0", "\"offset\": -1000001",
            "manifest.json: input.offset: expected a number from",
            .malformedManifest),
        .init(
            "\"flexible\": false", "\"flexible\": 0", "manifest.json: input.flexible: ",
            .malformedManifest),
        .init(
            "\"outputs\": [\"c\"]", "\"outputs\": []", "manifest.json: outputs: ",
            .malformedManifest),
        .init(
            "\"outputs\": [\"c\"]", "\"outputs\": [\"z\"]", "manifest.json: outputs[0]: no node",
            .invalidGraph),
        .init(
            "\"outputs\": [\"c\"]", "\"outputs\": [\"input\"]",
            "manifest.json: outputs[0]: no node", .invalidGraph),
        .init(
            "\"outputs\": [\"c\"]", "\"outputs\": [\"c\", \"c\"]", "manifest.json: outputs[1]: ",
            .invalidGraph),
        .init(
            "\"outputs\": [\"c\"]", "\"outputs\": [\"a\"]", "manifest.json: nodes[2].output: ",
            .invalidGraph),
        .init(
            "\"op\": \"dense\"", "\"op\": \"dance\"",
            "manifest.json: nodes[2].op: unknown op \"dance\"", .malformedManifest),
        .init(
            "\"stride\": [2, 2]", "\"stride\": [2, 0]", "manifest.json: nodes[0].stride[1]: ",
            .malformedManifest),
        .init(
            "\"stride\": [2, 2]", "\"stride\": [2]",
            "manifest.json: nodes[0].stride: expected 2 whole",
            .malformedManifest),
        .init(
            "[0, 1, 0, 1]", "[0, 1, 0, \"1\"]", "manifest.json: nodes[0].padding[3]: ",
            .malformedManifest),
        .init(
            "[0, 1, 0, 1]", "[3, 1, 0, 1]", "manifest.json: nodes[0].padding: must be",
            .invalidGraph),
        .init(
            "{\"prelu\": \"s\"}", "\"elu\"", "manifest.json: nodes[0].activation: ",
            .malformedManifest),
        .init(
            "{\"prelu\": \"s\"}", "{\"prelu\": \"q\"}",
            "manifest.json: nodes[0].activation.prelu: ", .invalidGraph),
        .init("{\"prelu\": \"s\"}", "\"relu\"", "weights.safetensors: s: ", .invalidGraph),
        .init(
            "\"weight\": \"w\"", "\"weight\": \"d\"",
            "manifest.json: nodes[0].weight: has the shape [3, 2]", .invalidGraph),
        .init(
            "\"weight\": \"d\"", "\"weight\": \"d\", \"bias\": \"s\"",
            "manifest.json: nodes[2].bias: ", .invalidGraph),
        .init(
            "\"weight\": \"d\"", "\"weight\": \"w\"", "manifest.json: nodes[2].weight: ",
            .invalidGraph),
        .init(
            "[\"b\"]", "[\"c\"]", "manifest.json: nodes[2].inputs[0]: no earlier", .invalidGraph
        ),
        .init(
            "[\"b\"]", "[\"b\", \"a\"]", "manifest.json: nodes[2].inputs: this op takes 1",
            .malformedManifest),
        .init(
            "\"output\": \"c\"", "\"output\": \"a\"",
            "manifest.json: nodes[2].output: \"a\" is already", .invalidGraph),
        .init(
            "\"output\": \"c\"", "\"output\": \"input\"", "manifest.json: nodes[2].output: ",
            .invalidGraph),
        .init(
            "\"name\": \"n2\"", "\"name\": \"n1\"", "manifest.json: nodes[2].name: ", .invalidGraph),
        .init(
            "\"name\": \"n2\"", "\"name\": \"n2\", \"axis\": 0",
            "manifest.json: nodes[2].axis: unknown key", .malformedManifest),
        .init(
            "\"op\": \"global_average_pool\"",
            "\"op\": \"channel_pad\", \"before\": 0, \"after\": 1",
            "manifest.json: nodes[2].weight: ", .invalidGraph),
        .init(
            "\"op\": \"global_average_pool\"", "\"op\": \"reshape\", \"shape\": [5, -1]",
            "manifest.json: nodes[1].shape: ", .invalidGraph),
        .init(
            "\"op\": \"global_average_pool\"", "\"op\": \"reshape\", \"shape\": [-1, -1]",
            "manifest.json: nodes[1].shape: ", .malformedManifest),
        .init(
            "\"op\": \"global_average_pool\"",
            "\"op\": \"max_pool2d\", \"size\": [4, 4], \"stride\": [1, 1], \"padding\": [0, 0, 0, 0]",
            "manifest.json: nodes[1].inputs[0]: ", .invalidGraph),
    ]

    @Test(arguments: manifests)
    func malformedManifestIsRejected(refusal: Refusal) throws {
        let weights = LoaderTests.model.weights
        let text = LoaderTests.model.manifest(for: weights)
        let changed = replaced(text, refusal.from, refusal.to)
        #expect(changed != text, "the change must hit")
        let error = #expect(throws: NetworkError.self) {
            try Network(
                manifest: try Manifest(bytes: Array(changed.utf8)), weights: weights,
                cpuPath: .reference)
        }
        #expect(error?.message.contains(refusal.message) == true, "\(error?.message ?? "")")
        #expect(error?.code == refusal.code)
    }

    @Test(arguments: [
        ("\"op\": \"crop\", \"rows\": [0, 9], \"columns\": [0, 1]", "rows: "),
        ("\"op\": \"crop\", \"rows\": [0, 1], \"columns\": [0, 99]", "columns: "),
        ("\"op\": \"crop\", \"rows\": [1, 1], \"columns\": [0, 1]", "rows: the second must"),
        ("\"op\": \"crop\", \"rows\": [-1, 1], \"columns\": [0, 1]", "rows[0]: "),
        ("\"op\": \"layer_norm\", \"weight\": \"w\", \"epsilon\": 0.1", "weight: has the"),
        ("\"op\": \"layer_norm\", \"weight\": \"s\", \"epsilon\": 0", "epsilon: "),
        ("\"op\": \"layer_norm\", \"weight\": \"s\"", "the key \"epsilon\" is missing"),
        ("\"op\": \"prepend_pixel\", \"weight\": \"w\"", "weight: has the shape"),
        ("\"op\": \"normalize_points\", \"scale\": 0", "scale: "),
        ("\"op\": \"transpose\", \"axis\": 1", "axis: unknown key"),
    ])
    func malformedMixerLayerIsRejected(node: String, message: String) throws {
        let weights = LoaderTests.model.weights
        let text = LoaderTests.model.manifest(for: weights)
        let changed = replaced(text, "\"op\": \"global_average_pool\"", node)
        let error = #expect(throws: NetworkError.self) {
            try Network(
                manifest: try Manifest(bytes: Array(changed.utf8)), weights: weights,
                cpuPath: .reference)
        }
        #expect(error?.message.contains("manifest.json: nodes[1]") == true)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test(
        "custom classes are 2 to 100 different names with weights",
        arguments: [
            (#""labels": ["a", "b"]"#, nil), (#""labels": ["a"]"#, "classes.labels: 2 to 100"),
            (#""labels": ["a", "a"]"#, "classes.labels: 2 to 100"),
            (#""labels": ["a", "b"], "kind": 1"#, "classes.kind: unknown key"),
        ] as [(String, String?)])
    func classes(labels: String, message: String?) throws {
        let text = emotionManifest(side: "1", below: "0", temperature: "1").replacingOccurrences(
            of: #""emotion": {"#,
            with:
                #""emotion": {"classes": {\#(labels), "weight": "w", "bias": "b", "temperature": 1}, "#
        )
        guard let message else {
            let classes = try #require(try Manifest(bytes: Array(text.utf8)).emotion?.classes)
            #expect(classes.labels == ["a", "b"] && classes.classifier.weight == "w")
            return
        }
        let error = #expect(throws: NetworkError.self) { try Manifest(bytes: Array(text.utf8)) }
        #expect(error?.message.hasPrefix("manifest.json: emotion.\(message)") == true, "\(text)")
    }

    /// The text of a manifest with a section for emotion recognition.
    private func emotionManifest(side: String, below: String, temperature: String) -> String {
        let text = replaced(
            LoaderTests.model.manifest(for: LoaderTests.model.weights), "face-detection",
            "emotion-recognition")
        return replaced(
            text, "\"nodes\": [",
            """
            "emotion": {"labels": ["joy"],
              "framing": {"sideOverBoxWidth": \(side), "centreBelowEyes": \(below)},
              "classifier": {"weight": "x", "bias": "y", "temperature": \(temperature)}},
             "nodes": [
            """)
    }

    @Test(arguments: [("0.1", "-2", "0.001"), ("1.14", "0.1", "0.7"), ("10", "2", "1000")])
    func emotionValuesInRangeAreAccepted(
        side: String, below: String, temperature: String
    ) throws {
        let text = emotionManifest(side: side, below: below, temperature: temperature)
        let emotion = try #require(try Manifest(bytes: Array(text.utf8)).emotion)
        #expect(emotion.framing.sideOverBoxWidth == Double(side))
        #expect(emotion.framing.centreBelowEyes == Double(below))
        #expect(emotion.classifier.temperature == Double(temperature))
    }

    @Test(arguments: [
        ("1", "0", "1e-50", "classifier.temperature: expected a number from 0.001 to 1000.0"),
        ("1", "0", "0", "classifier.temperature: "), ("1", "0", "1001", "classifier.temperature: "),
        ("1e308", "0", "1", "framing.sideOverBoxWidth: expected a number from 0.1 to 10.0"),
        ("0", "0", "1", "framing.sideOverBoxWidth: "),
        ("-1", "0", "1", "framing.sideOverBoxWidth: "),
        ("1", "1e308", "1", "framing.centreBelowEyes: expected a number from -2.0 to 2.0"),
        ("1", "-2.1", "1", "framing.centreBelowEyes: "),
    ])
    func emotionValuesOutOfRangeAreRejected(
        side: String, below: String, temperature: String, message: String
    ) {
        let text = emotionManifest(side: side, below: below, temperature: temperature)
        let error = #expect(throws: NetworkError.self) { try Manifest(bytes: Array(text.utf8)) }
        #expect(error?.message.hasPrefix("manifest.json: emotion.\(message)") == true)
        #expect(error?.code == .malformedManifest)
    }
}

/// A text with the first occurrence of a part replaced.
func replaced(_ text: String, _ part: String, _ replacement: String) -> String {
    let (all, wanted) = (Array(text.utf8), Array(part.utf8))
    guard
        let start = all.indices.first(where: { all[$0...].starts(with: wanted) })
    else { return text }
    return String(
        decoding: all[..<start] + Array(replacement.utf8) + all[(start + wanted.count)...],
        as: UTF8.self)
}
