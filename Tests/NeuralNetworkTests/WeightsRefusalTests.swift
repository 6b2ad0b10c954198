import Foundation
import Testing
import TestSupport

@testable import NeuralNetwork

/// Malformed weights files and the expected errors.
@Suite struct WeightsRefusalTests {
    /// A file with one tensor [2] and the given header.
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
        (file("[]", data: 0), "f: expected an object"),
        (file("{\(one),\(one)}"), "f: header: not JSON: duplicate key \"a\""),
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
            "f: a.data_offsets: expected 2 whole"
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
    func malformedWeightsAreRejected(index: Int) {
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
        let kept = file.keepingNumbers(of: ["h", "c"])
        #expect(kept.names == file.names && kept.bytes == halves)
        #expect(kept.tensor(named: "h") == file.tensor(named: "h"))
        #expect(kept.tensor(named: "a") == nil && kept.entries["a"]?.shape == [2])
    }

    @Test func changedWeightsAreRejected() throws {
        var weights = LoaderTests.model.weights
        let manifest = try Manifest(bytes: Array(LoaderTests.model.manifest(for: weights).utf8))
        weights[weights.count - 1] ^= 1
        let error = #expect(throws: NetworkError.self) {
            try Network(manifest: manifest, weights: weights)
        }
        #expect(error?.code == .wrongChecksum)
    }

    /// The model with one more layer, one weight of which has the given value.
    private func modelWith(weight value: Float) throws -> Network {
        var model = LoaderTests.model
        model.add("d2", [1, 3], [0, value, 0])
        model.nodes.append(
            "{\"op\": \"dense\", \"name\": \"n3\", \"inputs\": [\"c\"], \"output\": \"e\", \"weight\": \"d2\"}"
        )
        model.outputs = ["e"]
        return try model.network(.reference)
    }

    @Test(arguments: [Float.infinity, -.infinity, .nan])
    func nonFiniteWeightsAreRejected(value: Float) {
        let error = #expect(throws: NetworkError.self) { try modelWith(weight: value) }
        #expect(error?.message.contains("weights.safetensors: d2: ") == true)
    }

    @Test(arguments: [Float(1e6).nextUp, -1e30, .greatestFiniteMagnitude])
    func hugeWeightsAreRejected(value: Float) {
        let error = #expect(throws: NetworkError.self) { try modelWith(weight: value) }
        #expect(error?.message == "weights.safetensors: d2: a number outside ±1000000")
        #expect(error?.code == .malformedWeights)
    }

    @Test(arguments: [Float(1e6), -1e6, 0, -0.0, .leastNonzeroMagnitude])
    func weightsUpToTheLimitAreAccepted(value: Float) throws {
        _ = try modelWith(weight: value)
    }
}
