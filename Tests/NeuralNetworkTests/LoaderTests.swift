import Foundation
import Testing
import TestSupport

@testable import NeuralNetwork

/// A model is loaded from a folder, or rejected with the name of its fault.
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

    /// The message always names the folder.
    @Test(
        arguments: [
            ("manifest.json", "{", "manifest.json: not JSON"),
            ("manifest.json", "{}", "manifest.json: the key \"format\""),
            ("weights.safetensors", "x", "weights.safetensors: 1 bytes, but "),
            ("weights.safetensors", nil, "weights.safetensors: the SHA-256 differs from "),
        ] as [(String, String?, String)])
    func errorsNameTheFolder(file: String, content: String?, message: String) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/loader-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let weights = Self.model.weights
        var files = [
            "manifest.json": Data(Self.model.manifest(for: weights).utf8),
            "weights.safetensors": Data(weights),
        ]
        // For nil, writes zeros of the same length.
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
    func unreadableFolderIsReportedByName(path: String) {
        let error = #expect(throws: NetworkError.self) { try Network(directory: path) }
        #expect(error?.code == .unreadableFile)
        #expect(error?.message.contains(path) == true)
    }

    @Test func unknownCPUPathIsRejected() {
        let error = #expect(throws: NetworkError.self) { try CPUPath.path(named: "avx1024") }
        #expect(error?.code == .unsupportedCPU)
        #expect(error?.message.contains("FACIALFUN_CPU=avx1024") == true)
    }

    @Test(arguments: CPUPath.allCases)
    func knownCPUPathIsAcceptedOrRejected(path: CPUPath) throws {
        if path.isSupported {
            #expect(try CPUPath.path(named: path.rawValue) == path)
        } else {
            #expect(throws: NetworkError.self) { try CPUPath.path(named: path.rawValue) }
        }
    }
}
