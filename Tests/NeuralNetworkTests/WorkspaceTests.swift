import Testing
import TestSupport

@testable import NeuralNetwork

@Suite struct WorkspaceTests {
    @Test(arguments: KernelTests.paths)
    func usedWorkspaceGivesTheSameBitsAsAFreshOne(path: CPUPath) throws {
        let model = TestModel.residual(seed: 11)
        let network = try model.network(path)
        var random = SeededGenerator(seed: 1)
        let inputs = (0..<3).map { _ in random.values(model.height * model.width) }
        let used = try network.makeWorkspace()
        for input in inputs + inputs {
            #expect(network.outputs(input, in: used) == (try network.outputs(input)))
        }
    }

    @Test func inputIsKeptBetweenRuns() throws {
        let model = TestModel.residual(seed: 12)
        let network = try model.network(.fastest)
        let workspace = try network.makeWorkspace()
        var random = SeededGenerator(seed: 2)
        let input = random.values(model.height * model.width)
        let first = network.outputs(input, in: workspace)
        network.run(workspace)
        #expect(workspace.withInput { Array($0) } == input)
        #expect(
            first == network.manifest.outputs.flatMap { workspace.withOutput($0) { Array($0) } })
    }

    @Test(arguments: [CPUPath.fastest, .reference])
    func secondImageCanBeTheMirroredFirst(path: CPUPath) throws {
        let model = TestModel.residual(seed: 16)
        let network = try model.network(path)
        var random = SeededGenerator(seed: 4)
        let (height, width) = (model.height, model.width)
        let input = random.values(height * width)
        let workspace = try network.makeWorkspace(images: 2)
        workspace.withInput { _ = $0.update(fromContentsOf: input) }
        workspace.mirrorFirstImage()
        let mirrored = (0..<height).flatMap { input[$0 * width..<($0 + 1) * width].reversed() }
        #expect(workspace.withInput { Array($0) } == input + mirrored)
    }

    @Test func threadsSharingANetworkGetTheSameBits() async throws {
        let model = TestModel.residual(seed: 13)
        let pool = try WorkspacePool(try model.network(.fastest))
        var random = SeededGenerator(seed: 3)
        let inputs = (0..<4).map { _ in random.values(model.height * model.width) }
        let expected = try inputs.map { try pool.network.outputs($0) }
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<64 {
                group.addTask {
                    pool.withWorkspace { workspace in
                        pool.network.outputs(inputs[task % 4], in: workspace) == expected[task % 4]
                    }
                }
            }
            for await same in group { #expect(same) }
        }
    }

    @Test func outputsForAnInputEqualThoseOfAWorkspace() throws {
        let model = TestModel.residual(seed: 15)
        let network = try model.network(.fastest)
        var random = SeededGenerator(seed: 4)
        let input = random.values(network.inputShape.reduce(1, *))
        let outputs = try network.outputs(for: input)
        let workspace = try network.makeWorkspace()
        workspace.withInput { _ = $0.update(fromContentsOf: input) }
        network.run(workspace)
        #expect(outputs.count == network.manifest.outputs.count)
        for name in network.manifest.outputs {
            #expect(outputs[name]?.shape == workspace.outputShape(name))
            #expect(outputs[name]?.values == workspace.withOutput(name) { Array($0) })
        }
    }

    @Test func inputOfAnotherSizeIsRejected() throws {
        let network = try TestModel.residual(seed: 15).network(.fastest)
        let error = #expect(throws: NetworkError.self) { try network.outputs(for: [1, 2]) }
        #expect(error?.code == .unsupportedInputSize)
    }

    @Test func shapesAreReported() throws {
        let model = TestModel.residual(seed: 14)
        let workspace = try model.network(.fastest).makeWorkspace()
        #expect(workspace.inputShape == [model.height, model.width, 1])
        #expect(workspace.outputShape("e") == [1, 1, 7])
        let rows = model.height / 2 * (model.width / 2) * 3
        #expect(workspace.outputShape(0) == [rows, 2])
    }

    @Test func otherSizeIsRejectedUnlessTheNetworkIsFlexible() throws {
        var model = TestModel.residual(seed: 15)
        let flexible = try model.network(.fastest)
        #expect(throws: NetworkError.self) { try flexible.makeWorkspace(height: 0, width: 8) }
        #expect(throws: NetworkError.self) { try flexible.makeWorkspace(height: 1 << 40, width: 8) }
        #expect(throws: NetworkError.self) { try flexible.makeWorkspace(height: 8192, width: 8192) }
        model.flexible = false
        let fixed = try model.network(.fastest)
        let error = #expect(throws: NetworkError.self) {
            try fixed.makeWorkspace(height: model.height + 2)
        }
        #expect(error?.code == .unsupportedInputSize)
    }
}
