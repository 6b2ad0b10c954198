import NeuralNetwork
import TestSupport
import Testing

@testable import FaceAnalysis

struct WorkspacePoolsTests {
    private let network = Result { try Network(directory: ModelsFolder.path(of: "face-detector")) }

    /// Runs the network on a pattern; what its outputs say.
    private func run(_ pools: WorkspacePools, _ height: Int, _ width: Int) throws -> [Float] {
        try pools.withWorkspace(height: height, width: width) { workspace in
            #expect((workspace.inputHeight, workspace.inputWidth) == (height, width))
            workspace.withInput { input in
                for place in 0..<input.count { input[place] = Float(place % 251) / 125 - 1 }
            }
            pools.network.run(workspace)
            return workspace.withOutput(0) { Array($0) }
        }
    }

    @Test("the workspaces of every plan of camera and service are kept")
    func plansFit() {
        for width in stride(from: 40, through: 4000, by: 90) {
            for height in [width / 5, width / 2, width * 3 / 4, width, width * 2]
            where height >= 20 {
                for budget in [SearchBudget.live, .service] {
                    let plan = SearchPlan(
                        width: width, height: height,
                        smallestFace: budget.smallestFace(width: width, height: height))
                    let sizes = Set(plan.windows.map { [$0.height, $0.width] })
                    #expect(sizes.count <= WorkspacePools.maxSizes / 2, "\(width)×\(height)")
                    #expect(sizes.allSatisfy { $0.allSatisfy { $0 <= SearchPlan.longestSide } })
                }
            }
        }
    }

    @Test("all sizes of a thread together take the memory of the largest, in whatever order")
    func shared() throws {
        let alone = WorkspacePools(try network.get())
        _ = try run(alone, 512, 512)
        let pools = WorkspacePools(try network.get())
        for side in stride(from: 128, through: 512, by: 64) {
            _ = try run(pools, side, 512)
            _ = try run(pools, 128, side)
        }
        #expect(pools.kept.threads == 1)
        #expect(pools.kept.sizes > 10)
        #expect(pools.kept.bytes == alone.kept.bytes)
    }

    @Test("so many sizes are kept and no more, those used last")
    func bounded() throws {
        let pools = WorkspacePools(try network.get())
        for height in stride(from: 128, through: 512, by: 64) {
            for width in stride(from: 128, through: 512, by: 64) {
                try pools.withWorkspace(height: height, width: width) { _ in }
                try pools.withWorkspace(height: 128, width: 128) { _ in }
            }
        }
        #expect(pools.kept.sizes == WorkspacePools.maxSizes)
    }

    @Test("what another size left in the memory, or had it moved, changes no output by a bit")
    func leftovers() throws {
        let fresh = try run(WorkspacePools(network.get()), 160, 224)
        let pools = WorkspacePools(try network.get())
        #expect(try run(pools, 160, 224) == fresh)
        // Larger: the memory moves.
        _ = try run(pools, 384, 512)
        #expect(try run(pools, 160, 224) == fresh)
        try pools.withWorkspace(height: 384, width: 512) { workspace in
            workspace.withInput { $0.update(repeating: .nan) }
            pools.network.run(workspace)
        }
        #expect(try run(pools, 160, 224) == fresh)
    }
}
