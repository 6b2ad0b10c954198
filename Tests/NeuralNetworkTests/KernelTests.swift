import Testing
import TestSupport

@testable import NeuralNetwork

/// Compares every kernel of every instruction set with the reference, over random shapes.
///
/// Sums have terms of order 1/√n and are about 1; 2e-5 is some hundred roundings of such sums.
@Suite struct KernelTests {
    static let tolerance: Float = 2e-5
    /// For fast convolutions (Winograd): their transforms multiply by up to 8 and cancel.
    static let wideTolerance: Float = 1e-4
    static let paths = CPUPath.allCases.filter { $0.isSupported && $0 != .reference }

    private func compare(
        _ model: TestModel, seed: UInt64, tolerance: Float = Self.tolerance
    ) throws {
        var random = SeededGenerator(seed: ~seed)
        let input = random.values(model.height * model.width)
        let expected = try model.network(.reference).outputs(input)
        for path in Self.paths {
            let computed = try model.network(path).outputs(input)
            #expect(computed.count == expected.count && computed.allSatisfy(\.isFinite))
            let worst = zip(computed, expected).map { abs($0 - $1) / max(1, abs($1)) }.max() ?? 0
            #expect(worst <= tolerance, "\(path), seed \(seed): \(model.nodes.last ?? "")")
        }
    }

    @Test func convolutionMatchesTheReference() throws {
        for seed in 0..<150 as Range<UInt64> {
            try compare(.convolution(depthwise: false, seed: seed), seed: seed)
        }
    }

    @Test func imageConvolutionMatchesTheReference() throws {
        for seed in 7000..<7060 as Range<UInt64> { try compare(.stem(seed: seed), seed: seed) }
    }

    @Test func wideWinogradConvolutionMatchesTheReference() throws {
        for seed in 5000..<5060 as Range<UInt64> {
            let model = TestModel.wideConvolution(seed: seed)
            let network = try model.network(.fastest)
            let layer = try #require(network.graph.layers.first { $0.output == 2 })
            let filter = try #require(layer.operation as? Convolution).filter
            let weight = try #require(network.weights.entries[filter.weight]?.shape)
            #expect(
                WinogradTiling(
                    filter, weight: weight, type: .float32, output: network.graph.shapes[2],
                    images: 1) != nil)
            try compare(model, seed: seed, tolerance: Self.wideTolerance)
        }
    }

    @Test(
        "half-precision weights are transformed at run time",
        arguments: [(4, 8, 2), (3, 8, 2), (8, 16, 4), (16, 8, 4), (7, 13, 4)])
    func halfPrecisionWinogradMatchesTheReference(height: Int, width: Int, side: Int) throws {
        for seed in 9000..<9020 as Range<UInt64> {
            let model = TestModel.wideConvolution(
                seed: seed, height: height, width: width, storesHalves: true)
            let network = try model.network(.fastest)
            let layer = try #require(network.graph.layers.first { $0.output == 2 })
            let tiling = network.packed?.offsets[layer.node]?.tiling
            #expect(tiling?.side == side && tiling?.keepsHalves == true)
            try compare(model, seed: seed, tolerance: Self.wideTolerance)
        }
    }

    @Test(
        "Winograd tiles are used only if there are enough of them",
        arguments: [
            (3, 1, nil, nil), (4, 1, nil, nil), (5, 1, nil, nil), (6, 1, 2, 2), (8, 1, 2, 2),
            (9, 1, 4, 4), (12, 1, 4, 4), (24, 1, 4, 4), (2, 2, nil, nil), (3, 2, nil, nil),
            (4, 2, 2, 2), (6, 2, 2, 2), (8, 2, 2, 4), (12, 2, 4, 4),
        ] as [(Int, Int, Int?, Int?)])
    func tiling(size: Int, images: Int, side: Int?, ofHalves: Int?) throws {
        let filter = Filter(
            weight: "w", bias: nil, stride: Stride(height: 1, width: 1),
            padding: Padding(top: 1, bottom: 1, left: 1, right: 1), activation: .identity)
        let output = Shape(height: size, width: size, channels: 64)
        for (weight, expected, ofHalves) in [
            ([64, 3, 3, 64], side, ofHalves), ([64, 3, 3, 31], nil, nil),
            ([64, 5, 5, 64], nil, nil),
        ] {
            func tiling(_ type: ElementType) -> WinogradTiling? {
                WinogradTiling(filter, weight: weight, type: type, output: output, images: images)
            }
            #expect(tiling(.float32)?.side == expected)
            #expect(tiling(.float32)?.keepsHalves != true)
            #expect(tiling(.float16)?.side == ofHalves)
        }
    }

    @Test(arguments: paths)
    func batchedImagesEqualSingleOnes(path: CPUPath) throws {
        var models: [TestModel] = []
        for number in 0..<6 as Range<UInt64> {
            models.append(.residual(seed: 6000 + number))
            models.append(.wideConvolution(seed: 6100 + number))
            models.append(
                .wideConvolution(seed: 6200 + number, height: 4, width: 8, storesHalves: true))
        }
        for (number, model) in models.enumerated() {
            let network = try model.network(path)
            var random = SeededGenerator(seed: UInt64(number))
            let size = model.height * model.width
            for images in [2, 3, 5] {
                let input = random.values(images * size)
                let workspace = try network.makeWorkspace(images: images)
                let together = network.outputs(input, in: workspace, images: images)
                for image in 0..<images {
                    let alone = try network.outputs(
                        Array(input[image * size..<(image + 1) * size]))
                    #expect(together[image] == alone, "\(path), model \(number), image \(image)")
                }
            }
        }
    }

    @Test func depthwiseConvolutionMatchesTheReference() throws {
        for seed in 1000..<1150 as Range<UInt64> {
            try compare(.convolution(depthwise: true, seed: seed), seed: seed)
        }
    }

    @Test(arguments: ["max_pool2d", "average_pool2d"])
    func poolingMatchesTheReference(op: String) throws {
        for seed in 2000..<2060 as Range<UInt64> {
            try compare(.pooling(op, seed: seed), seed: seed)
        }
    }

    @Test func residualBlocksWithHeadsMatchTheReference() throws {
        for seed in 3000..<3030 as Range<UInt64> { try compare(.residual(seed: seed), seed: seed) }
    }

    @Test func denseLayersOnBorderedMapsMatchTheReference() throws {
        for seed in 4000..<4040 as Range<UInt64> { try compare(.dense(seed: seed), seed: seed) }
    }

    @Test func mixerLayersMatchTheReference() throws {
        for seed in 8000..<8080 as Range<UInt64> {
            try compare(.mixer(seed: seed), seed: seed, tolerance: Self.wideTolerance)
        }
    }

    /// Operators with one input and no parameters need no test of their own.
    @Test(
        arguments: Operators.all.filter { $0.keys.isEmpty && $0.inputCounts == 1...1 }
            .map { $0.name })
    func operatorsWithoutParametersAreTheReferences(op: String) throws {
        for seed in 10_000..<10_040 as Range<UInt64> {
            try compare(.operator(op, seed: seed), seed: seed)
        }
    }

    @Test func theNamesOfOperatorsAreUnique() {
        #expect(Set(Operators.all.map { $0.name }).count == Operators.all.count)
    }

    @Test(arguments: paths)
    func normalizationOfEqualPointsGivesZeros(path: CPUPath) throws {
        var model = TestModel(height: 1, width: 5)
        model.nodes = [
            """
            {"op": "normalize_points", "name": "points", "inputs": ["input"], "output": "p",
             "scale": 2}
            """
        ]
        model.outputs = ["p"]
        #expect(try model.network(path).outputs([3, 3, 3, 3, 3]) == [0, 0, 0, 0, 0])
        #expect(try model.network(.reference).outputs([3, 3, 3, 3, 3]) == [0, 0, 0, 0, 0])
        #expect(
            try model.network(path).outputs([1, 1, 1, 1, 6]) == [-1.25, -1.25, -1.25, -1.25, 5])
    }

    @Test(arguments: paths)
    func flexibleNetworkRunsAtOtherSizes(path: CPUPath) throws {
        let model = TestModel.residual(seed: 7)
        let (network, reference) = (try model.network(path), try model.network(.reference))
        for (height, width) in [(4, 4), (6, 14), (7, 9), (20, 2)] {
            var random = SeededGenerator(seed: UInt64(height))
            let input = random.values(height * width)
            let expected = try reference.outputs(input, height: height, width: width)
            let computed = try network.outputs(input, height: height, width: width)
            #expect(computed.count == expected.count)
            for (a, b) in zip(computed, expected) {
                #expect(abs(a - b) <= Self.tolerance * max(1, abs(b)))
            }
        }
    }
}
