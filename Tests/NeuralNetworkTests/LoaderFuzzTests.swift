import Testing
import TestSupport

@testable import NeuralNetwork

/// Thousands of seeded mutations: the loader either rejects them or loads a network that runs.
@Suite struct LoaderFuzzTests {
    /// Bytes that mutations insert: numbers at limits, and pieces of the format.
    private static let pieces =
        [
            "0", "-1", "1", "2", "63", "64", "65", "8191", "8192", "16384", "67108864",
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e308", "1e-400",
            "null", "true", "[]", "{}", "\"\"", "\"relu\"", "\"\\ud800\"", "[[[[", "]", "}", ",",
            "\"",
            "F16", "conv2d", "depthwise_conv2d", "add", "activation", "max_pool2d",
            "average_pool2d", "global_average_pool", "channel_pad", "dense", "reshape", "concat",
            "softmax",
        ].map { Array($0.utf8) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Applies one to three changes to a text.
    private func mutated(_ text: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var text = text
        for _ in 0..<Int.random(in: 1...3, using: &random) where !text.isEmpty {
            let at = Int.random(in: 0..<text.count, using: &random)
            let end = min(text.count, at + Int.random(in: 0...12, using: &random))
            let piece = Self.pieces.randomElement(using: &random) ?? []
            switch Int.random(in: 0..<6, using: &random) {
            case 0: text[at] = UInt8.random(in: 0...255, using: &random)
            case 1: text.removeSubrange(at..<end)
            case 2: text.insert(contentsOf: piece, at: at)
            case 3: text.insert(contentsOf: text[at..<end], at: at)
            case 4: text.removeSubrange(at...)
            default:
                // Replaces an integer by another one, because this change passes most checks.
                guard let start = text[at...].firstIndex(where: Self.isDigit) else { continue }
                let stop = text[start...].firstIndex { !Self.isDigit($0) } ?? text.count
                text.replaceSubrange(start..<stop, with: piece)
            }
        }
        return text
    }

    /// Loads a network and runs it, unless it is too slow for a test.
    private func load(_ manifest: [UInt8], _ weights: [UInt8], _ path: CPUPath) -> Bool {
        do throws(NetworkError) {
            let network = try Network(
                manifest: try Manifest(bytes: manifest), weights: weights, cpuPath: path)
            guard network.multiplyAdds < 100_000 else { return true }
            let (height, width) = (network.manifest.input.height, network.manifest.input.width)
            _ = try network.outputs([Float](repeating: 0.5, count: height * width))
            return true
        } catch {
            #expect(error.message.contains(":") || error.code == .tooLarge, "\(error.message)")
            return false
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func mutatedManifestIsRejectedOrRuns(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let model = TestModel.residual(seed: seed)
        let weights = model.weights
        let text = Array(model.manifest(for: weights).utf8)
        var loaded = 0
        for round in 0..<750 {
            let path = KernelTests.paths[round % KernelTests.paths.count]
            if load(mutated(text, &random), weights, path) { loaded += 1 }
        }
        // If few mutations could be loaded, the test would only cover the first checks.
        #expect(loaded > 10)
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func mutatedWeightsAreRejectedOrRun(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let model = TestModel.residual(seed: 100 + seed)
        let weights = model.weights
        let header = Int(weights[0]) | Int(weights[1]) << 8
        var loaded = 0
        for round in 0..<750 {
            var file = weights
            if round % 4 == 0 {
                file = mutated(weights, &random)
            } else {
                // The length stays correct, so the mutation passes that check.
                let text = mutated(Array(weights[8..<8 + header]), &random)
                file = TestModel.safetensors(
                    header: String(decoding: text, as: UTF8.self),
                    data: Array(weights[(8 + header)...]))
            }
            let manifest = Array(model.manifest(for: file).utf8)
            let path = KernelTests.paths[round % KernelTests.paths.count]
            if load(manifest, file, path) { loaded += 1 }
        }
        #expect(loaded > 10)
    }
}
