import TestSupport

@testable import NeuralNetwork

/// A small network made in a test: the manifest's text and the bytes of the weights.
struct TestModel {
    var height: Int
    var width: Int
    var flexible = false
    /// Whether the weights file has half-precision numbers.
    var storesHalves = false
    var nodes: [String] = []
    var outputs: [String] = []
    private(set) var tensors: [(name: String, shape: [Int], values: [Float])] = []

    init(height: Int, width: Int) {
        self.height = height
        self.width = width
    }

    mutating func add(_ name: String, _ shape: [Int], _ values: [Float]) {
        tensors.append((name, shape, values))
    }

    /// Adds random weights, scaled so that sums of `terms` products stay near 1.
    mutating func add(
        _ name: String, _ shape: [Int], terms: Int = 1, _ random: inout SeededGenerator
    ) {
        let scale = 1 / Float(terms).squareRoot()
        add(name, shape, random.values(shape.reduce(1, *), scale: scale))
    }

    /// A safetensors file of the tensors, as F32 or F16.
    var weights: [UInt8] {
        var offset = 0
        var fields: [String] = []
        var data: [UInt8] = []
        for (name, shape, values) in tensors {
            let end = offset + values.count * (storesHalves ? 2 : 4)
            fields.append(
                "\"\(name)\":{\"dtype\":\"\(storesHalves ? "F16" : "F32")\",\"shape\":\(shape),"
                    + "\"data_offsets\":[\(offset),\(end)]}")
            offset = end
            for value in values {
                if storesHalves {
                    withUnsafeBytes(of: Self.half(value)) { data += $0 }
                } else {
                    withUnsafeBytes(of: value.bitPattern) { data += $0 }
                }
            }
        }
        return Self.safetensors(header: "{\(fields.joined(separator: ","))}", data: data)
    }

    /// The bits of a number of at most 65504 in half precision, truncated; subnormal results become
    /// 0.
    private static func half(_ value: Float) -> UInt16 {
        let sign = UInt16(value.bitPattern >> 31) << 15
        let exponent = Int(value.bitPattern >> 23 & 0xFF) - 127 + 15
        guard exponent > 0 else { return sign }
        return sign | UInt16(exponent) << 10 | UInt16(value.bitPattern >> 13 & 0x3FF)
    }

    /// A file with an arbitrary header and data.
    static func safetensors(header: String, data: [UInt8]) -> [UInt8] {
        let length = UInt64(header.utf8.count)
        return (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + Array(header.utf8)
            + data
    }

    /// The text of the manifest for the given weights.
    func manifest(for weights: [UInt8]) -> String {
        let outputs = outputs.map { "\"\($0)\"" }.joined(separator: ",")
        return """
            {"format": "facialfun.network/1", "name": "test", "version": "1",
             "task": "face-detection", "licence": "Apache-2.0", "source": "a test",
             "weights": {"file": "weights.safetensors", "bytes": \(weights.count),
              "sha256": "\(sha256(weights))"},
             "input": {"name": "input", "height": \(height), "width": \(width), "channels": 1,
              "colour": "grey", "scale": 1, "offset": 0, "flexible": \(flexible)},
             "outputs": [\(outputs)],
             "nodes": [
            \(nodes.joined(separator: ",\n"))
             ]}
            """
    }

    func network(_ path: CPUPath) throws -> Network {
        let weights = weights
        return try Network(
            manifest: try Manifest(bytes: Array(manifest(for: weights).utf8)), weights: weights,
            cpuPath: path)
    }
}

extension Network {
    /// All outputs for an input, concatenated.
    func outputs(
        _ input: [Float], height: Int? = nil, width: Int? = nil
    ) throws(NetworkError) -> [Float] {
        outputs(input, in: try makeWorkspace(height: height, width: width))
    }

    /// All outputs of each of several images computed in one batch.
    func outputs(_ input: [Float], in workspace: Workspace, images: Int) -> [[Float]] {
        workspace.withInput { _ = $0.update(fromContentsOf: input) }
        run(workspace)
        return (0..<images).map { image in
            manifest.outputs.indices.flatMap { index in
                workspace.withOutput(index) { values in
                    let size = values.count / images
                    return Array(values[image * size..<(image + 1) * size])
                }
            }
        }
    }

    /// All outputs for an input, in a workspace that may have been used before.
    func outputs(_ input: [Float], in workspace: Workspace) -> [Float] {
        workspace.withInput { _ = $0.update(fromContentsOf: input) }
        run(workspace)
        return manifest.outputs.indices.flatMap { index in
            workspace.withOutput(index) { Array($0) }
        }
    }
}
