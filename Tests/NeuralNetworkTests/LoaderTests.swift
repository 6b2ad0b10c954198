import Foundation
import TestSupport
import Testing

@testable import NeuralNetwork

/// A change of a well-formed model, and what the refusal must say.
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

/// Each malformed manifest and weights' file is refused with the file and the field.
@Suite struct LoaderTests {
    /// 6×6 input, a 3×3 convolution to two channels with PReLU, a pool, a dense layer.
    static let model: TestModel = {
        var random = SeededGenerator(seed: 1)
        var model = TestModel(height: 6, width: 6)
        model.add("w", [2, 3, 3, 1], &random)
        model.add("s", [2], &random)
        model.add("d", [3, 2], &random)
        model.nodes = [
            """
            {"op": "conv2d", "name": "n0", "inputs": ["input"], "output": "a", "weight": "w",
             "stride": [2, 2], "padding": [0, 1, 0, 1], "activation": {"prelu": "s"}}
            """,
            "{\"op\": \"global_average_pool\", \"name\": \"n1\", \"inputs\": [\"a\"], \"output\": \"b\"}",
            "{\"op\": \"dense\", \"name\": \"n2\", \"inputs\": [\"b\"], \"output\": \"c\", \"weight\": \"d\"}",
        ]
        model.outputs = ["c"]
        return model
    }()

    static let manifests: [Refusal] = [
        .init("{\"format\"", "{\"format\"}", "manifest.json: not JSON", .malformedManifest),
        .init("network/1", "network/2", "manifest.json: format: ", .malformedManifest),
        .init("\"name\": \"test\", ", "", "manifest.json: the key \"name\"", .malformedManifest),
        .init(
            "\"name\": \"test\"", "\"name\": \"test\", \"name\": \"t\"",
            "the name \"name\" stands twice", .malformedManifest),
        .init(
            "\"version\": \"1\"", "\"version\": \"1\", \"colour\": 1",
            "manifest.json: colour: unknown key", .malformedManifest),
        .init(
            "\"version\": \"1\"", "\"version\": 1", "manifest.json: version: a string",
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
            "\"sha256\": \"", "\"sha256\": \"Z", "manifest.json: weights.sha256: 64",
            .malformedManifest),
        .init("\"bytes\": ", "\"bytes\": 1", "weights.bytes says", .wrongChecksum),
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
            "\"scale\": 1", "\"scale\": 1e999", "manifest.json: not JSON: a number too",
            .malformedManifest),
        .init("\"scale\": 1", "\"scale\": 0", "input.scale: must not be 0", .malformedManifest),
        .init(
            "\"scale\": 1", "\"scale\": 1e-50", "input.scale: must not be 0", .malformedManifest),
        .init(
            "\"scale\": 1", "\"scale\": 1e300", "manifest.json: input.scale: a number from",
            .malformedManifest),
        .init(
            "\"scale\": 1", "\"scale\": -1000001", "manifest.json: input.scale: a number from",
            .malformedManifest),
        .init(
            "\"offset\": 0", "\"offset\": 1e300", "manifest.json: input.offset: a number from",
            .malformedManifest),
        .init(
            "\"offset\": 0", "\"offset\": -1000001", "manifest.json: input.offset: a number from",
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
            "\"stride\": [2, 2]", "\"stride\": [2]", "manifest.json: nodes[0].stride: 2 whole",
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
            "[\"b\"]", "[\"c\"]", "manifest.json: nodes[2].inputs[0]: no node before", .invalidGraph
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
    func malformedManifestIsRefused(refusal: Refusal) throws {
        let weights = Self.model.weights
        let text = Self.model.manifest(for: weights)
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

    /// The manifest's text with a part for emotion recognition.
    private func emotionManifest(side: String, below: String, temperature: String) -> String {
        let text = replaced(
            Self.model.manifest(for: Self.model.weights), "face-detection", "emotion-recognition")
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
    func numbersOfEmotionWithinTheirRangesAreTaken(
        side: String, below: String, temperature: String
    ) throws {
        let text = emotionManifest(side: side, below: below, temperature: temperature)
        let emotion = try #require(try Manifest(bytes: Array(text.utf8)).emotion)
        #expect(emotion.framing.sideOverBoxWidth == Double(side))
        #expect(emotion.framing.centreBelowEyes == Double(below))
        #expect(emotion.classifier.temperature == Double(temperature))
    }

    @Test(arguments: [
        ("1", "0", "1e-50", "classifier.temperature: a number from 0.001 to 1000.0 is wanted"),
        ("1", "0", "0", "classifier.temperature: "), ("1", "0", "1001", "classifier.temperature: "),
        ("1e308", "0", "1", "framing.sideOverBoxWidth: a number from 0.1 to 10.0 is wanted"),
        ("0", "0", "1", "framing.sideOverBoxWidth: "),
        ("-1", "0", "1", "framing.sideOverBoxWidth: "),
        ("1", "1e308", "1", "framing.centreBelowEyes: a number from -2.0 to 2.0 is wanted"),
        ("1", "-2.1", "1", "framing.centreBelowEyes: "),
    ])
    func numbersOfEmotionOutsideTheirRangesAreRefused(
        side: String, below: String, temperature: String, message: String
    ) {
        let text = emotionManifest(side: side, below: below, temperature: temperature)
        let error = #expect(throws: NetworkError.self) { try Manifest(bytes: Array(text.utf8)) }
        #expect(error?.message.hasPrefix("manifest.json: emotion.\(message)") == true)
        #expect(error?.code == .malformedManifest)
    }

    /// A file of one tensor [2] by its header's text.
    static func file(_ header: String, data: Int = 8) -> [UInt8] {
        TestModel.safetensors(header: header, data: [UInt8](repeating: 0, count: data))
    }

    static let one = "\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}"

    static let files: [(bytes: [UInt8], message: String)] = [
        ([], "f: header length: "),
        ([1, 2, 3], "f: header length: "),
        ([UInt8](repeating: 0xFF, count: 64), "f: header length: "),
        ([9, 0, 0, 0, 0, 0, 0, 0] + Array("{}".utf8), "f: header length: 9 bytes"),
        (file("{\(one)", data: 8), "f: header: not JSON"),
        (file("[]", data: 0), "f: an object is wanted"),
        (file("{\(one),\(one)}"), "f: header: not JSON: the name \"a\" stands twice"),
        (file("{\"a\":{\"dtype\":\"I8\",\"shape\":[8],\"data_offsets\":[0,8]}}"), "f: a.dtype: "),
        (
            file("{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,8]}}"),
            "f: a.data_offsets: 3"
        ),
        (
            file("{\"a\":{\"dtype\":\"F16\",\"shape\":[2],\"data_offsets\":[0,8]}}"),
            "f: a.data_offsets: 2"
        ),
        (
            file("{\"a\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}"),
            "f: a.shape[0]: "
        ),
        (
            file("{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,8]}}"),
            "f: a.shape[0]: "
        ),
        (
            file(
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[60000000,60000000,60000000],\"data_offsets\":[0,8]}}"
            ),
            "f: a.shape: more than"
        ),
        (
            file("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,16]}}"),
            "f: a.data_offsets[1]: "
        ),
        (
            file("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,0]}}"),
            "f: a.data_offsets: "
        ),
        (
            file("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0]}}"),
            "f: a.data_offsets: 2 whole"
        ),
        (file("{\"a\":{\"dtype\":\"F32\",\"shape\":[2]}}"), "f: a: the key \"data_offsets\""),
        (
            file("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8],\"x\":1}}"),
            "f: a.x: unknown"
        ),
        (file("{\(one)}", data: 12), "f: data: 4 bytes after"),
        (
            file("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}", data: 12),
            "f: a.data_offsets: leaves a gap"
        ),
        (
            file(
                "{\(one),\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}", data: 12
            ),
            "f: b.data_offsets: overlaps"
        ),
    ]

    @Test(arguments: files.indices)
    func malformedWeightsAreRefused(index: Int) {
        let (bytes, message) = Self.files[index]
        let error = #expect(throws: NetworkError.self) {
            try SafetensorsFile(bytes: bytes, file: "f")
        }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "") ≠ \(message)")
        #expect(error?.code == .malformedWeights)
    }

    @Test func metadataAndBothTypesAreRead() throws {
        let header = """
            {"__metadata__":{"a":"b"},"h":{"dtype":"F16","shape":[4],"data_offsets":[8,16]},\(Self.one)}
            """
        // 1, −2, the smallest subnormal and the largest number of half precision.
        let halves: [UInt8] = [0x00, 0x3C, 0x00, 0xC0, 0x01, 0x00, 0xFF, 0x7B]
        let singles: [UInt8] = [0, 0, 0x80, 0x3F, 0, 0, 0, 0x80]
        let file = try SafetensorsFile(
            bytes: TestModel.safetensors(header: header, data: singles + halves), file: "f")
        #expect(file.names == ["a", "h"])
        #expect(file.tensor(named: "a")?.values == [1, 0])
        #expect(file.tensor(named: "h")?.values == [1, -2, 0x1p-24, 65504])
        #expect(file.tensor(named: "b") == nil)
    }

    @Test func changedWeightsAreRefused() throws {
        var weights = Self.model.weights
        let manifest = try Manifest(bytes: Array(Self.model.manifest(for: weights).utf8))
        weights[weights.count - 1] ^= 1
        let error = #expect(throws: NetworkError.self) {
            try Network(manifest: manifest, weights: weights)
        }
        #expect(error?.code == .wrongChecksum)
    }

    /// The model with one more layer, in which one weight has a value.
    private func modelWith(weight value: Float) throws -> Network {
        var model = Self.model
        model.add("d2", [1, 3], [0, value, 0])
        model.nodes.append(
            "{\"op\": \"dense\", \"name\": \"n3\", \"inputs\": [\"c\"], \"output\": \"e\", \"weight\": \"d2\"}"
        )
        model.outputs = ["e"]
        return try model.network(.reference)
    }

    @Test(arguments: [Float.infinity, -.infinity, .nan])
    func weightsThatAreNotFiniteAreRefused(value: Float) {
        let error = #expect(throws: NetworkError.self) { try modelWith(weight: value) }
        #expect(error?.message.contains("weights.safetensors: d2: ") == true)
    }

    @Test(arguments: [Float(1e6).nextUp, -1e30, .greatestFiniteMagnitude])
    func hugeWeightsAreRefused(value: Float) {
        let error = #expect(throws: NetworkError.self) { try modelWith(weight: value) }
        #expect(error?.message == "weights.safetensors: d2: a number outside ±1000000")
        #expect(error?.code == .malformedWeights)
    }

    @Test(arguments: [Float(1e6), -1e6, 0, -0.0, .leastNonzeroMagnitude])
    func weightsUpToTheLimitAreTaken(value: Float) throws {
        _ = try modelWith(weight: value)
    }

    /// Whatever is wrong in a folder, the message tells which one it is.
    @Test(
        arguments: [
            ("manifest.json", "{", "manifest.json: not JSON"),
            ("manifest.json", "{}", "manifest.json: the key \"format\""),
            ("weights.safetensors", "x", "weights.safetensors: 1 bytes, but "),
            ("weights.safetensors", nil, "weights.safetensors: the SHA-256 is not the one of "),
        ] as [(String, String?, String)])
    func messagesNameTheFolder(file: String, content: String?, message: String) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/loader-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let weights = Self.model.weights
        var files = [
            "manifest.json": Data(Self.model.manifest(for: weights).utf8),
            "weights.safetensors": Data(weights),
        ]
        // Without a content: as many bytes, but others.
        files[file] = content.map { Data($0.utf8) } ?? Data(count: weights.count)
        for (name, data) in files {
            try data.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        let error = #expect(throws: NetworkError.self) { try Network(directory: folder) }
        #expect(
            error?.message.hasPrefix("\(folder)/\(message)") == true, "\(error?.message ?? "")")
        if file == "weights.safetensors" {
            #expect(error?.message.contains("\(folder)/manifest.json: weights.") == true)
        }
    }

    @Test(arguments: ["/nowhere", "/dev", "/dev/null/x"])
    func unreadableFolderIsNamed(path: String) {
        let error = #expect(throws: NetworkError.self) { try Network(directory: path) }
        #expect(error?.code == .unreadableFile)
        #expect(error?.message.contains(path) == true)
    }

    @Test func unknownCPUPathIsRefused() {
        let error = #expect(throws: NetworkError.self) { try CPUPath.path(named: "avx1024") }
        #expect(error?.code == .unsupportedCPU)
        #expect(error?.message.contains("FACIALFUN_CPU=avx1024") == true)
    }

    @Test(arguments: CPUPath.allCases)
    func knownCPUPathIsTakenOrRefused(path: CPUPath) throws {
        if path.isSupported {
            #expect(try CPUPath.path(named: path.rawValue) == path)
        } else {
            #expect(throws: NetworkError.self) { try CPUPath.path(named: path.rawValue) }
        }
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
