import NeuralNetwork
import Testing
import TestSupport

@testable import FacialFun

struct WorkspaceCacheTests {
    private let detector = Result { try Network(directory: ModelsFolder.path(of: "face-detector")) }
    private let mesh = Result { try Network(directory: ModelsFolder.path(of: "face-mesh")) }

    /// Runs the detector on a pattern; returns its outputs.
    private func run(_ cache: WorkspaceCache, _ height: Int, _ width: Int) throws -> [Float] {
        let detector = try detector.get()
        return try cache.withWorkspace(of: detector, height: height, width: width) { workspace in
            #expect((workspace.inputHeight, workspace.inputWidth) == (height, width))
            workspace.withInput { input in
                for place in 0..<input.count { input[place] = Float(place % 251) / 125 - 1 }
            }
            detector.run(workspace)
            return workspace.withOutput(0) { Array($0) }
        }
    }

    @Test("the workspaces of every plan of camera and service stay cached")
    func workspacesOfAllPlansAreCached() {
        for width in stride(from: 40, through: 4000, by: 90) {
            for height in [width / 5, width / 2, width * 3 / 4, width, width * 2]
            where height >= 20 {
                for budget in [SearchBudget.live, .service] {
                    let plan = SearchPlan(
                        width: width, height: height,
                        smallestFace: budget.smallestFace(width: width, height: height))
                    let sizes = Set(plan.windows.map { [$0.height, $0.width] })
                    #expect(sizes.count <= WorkspaceCache.maxWorkspaces / 2, "\(width)×\(height)")
                    #expect(sizes.allSatisfy { $0.allSatisfy { $0 <= SearchPlan.longestSide } })
                }
            }
        }
    }

    @Test("all sizes of a thread share the memory of the largest, in any order")
    func shared() throws {
        let alone = WorkspaceCache()
        _ = try run(alone, 512, 512)
        let cache = WorkspaceCache()
        for side in stride(from: 128, through: 512, by: 64) {
            _ = try run(cache, side, 512)
            _ = try run(cache, 128, side)
        }
        #expect(cache.kept.threads == 1)
        #expect(cache.kept.workspaces > 10)
        #expect(cache.kept.bytes == alone.kept.bytes)
    }

    @Test("networks that run one after the other share the memory of the largest")
    func networks() throws {
        let (cache, mesh) = (WorkspaceCache(), try mesh.get())
        let pool = try WorkspacePool(mesh, in: cache)
        let alone = cache.kept.bytes
        #expect(alone > 1_000_000)
        _ = try run(cache, 512, 512)
        let large = cache.kept.bytes
        #expect(large > alone)
        let outputs = { (pool: WorkspacePool) in
            pool.withWorkspace { workspace in
                workspace.withInput { input in
                    for place in 0..<input.count { input[place] = Float(place % 256) / 255 }
                }
                mesh.run(workspace)
                return workspace.withOutput("landmarks") { Array($0) }
            }
        }
        // Uses memory that has moved meanwhile and in which another network has computed.
        #expect(try outputs(pool) == outputs(WorkspacePool(mesh)))
        #expect(cache.kept.bytes == large)
        #expect(cache.kept.threads == 1)
        #expect(cache.kept.workspaces == 2)
    }

    @Test("only the most recently used sizes are kept")
    func bounded() throws {
        let (cache, detector) = (WorkspaceCache(), try detector.get())
        for height in stride(from: 128, through: 512, by: 64) {
            for width in stride(from: 128, through: 512, by: 64) {
                try cache.withWorkspace(of: detector, height: height, width: width) { _ in }
                try cache.withWorkspace(of: detector, height: 128, width: 128) { _ in }
            }
        }
        #expect(cache.kept.workspaces == WorkspaceCache.maxWorkspaces)
    }

    @Test("memory that another size used or moved does not change outputs by a bit")
    func leftovers() throws {
        let fresh = try run(WorkspaceCache(), 160, 224)
        let cache = WorkspaceCache()
        #expect(try run(cache, 160, 224) == fresh)
        // This size is larger, so the memory moves.
        _ = try run(cache, 384, 512)
        #expect(try run(cache, 160, 224) == fresh)
        try cache.withWorkspace(of: detector.get(), height: 384, width: 512) { workspace in
            workspace.withInput { $0.update(repeating: 1e9) }
        }
        #expect(try run(cache, 160, 224) == fresh)
    }
}
