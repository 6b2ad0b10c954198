import NeuralNetwork
import TestSupport
import Testing

@testable import FaceAnalysis

struct WorkspacePoolsTests {
    @Test("the workspaces of every plan of camera and service fit in what is kept")
    func plansFit() {
        for width in stride(from: 40, through: 4000, by: 90) {
            for height in [width / 5, width / 2, width * 3 / 4, width, width * 2]
            where height >= 20 {
                for budget in [SearchBudget.live, .service] {
                    let plan = SearchPlan(
                        width: width, height: height,
                        smallestFace: budget.smallestFace(width: width, height: height))
                    let sizes = Set(plan.windows.map { [$0.height, $0.width] })
                    let area = sizes.reduce(0) { $0 + $1[0] * $1[1] }
                    #expect(area <= WorkspacePools.capacity, "\(width)×\(height)")
                }
            }
        }
    }

    @Test("what is kept is bounded, and what was used last stays")
    func bounded() throws {
        let pools = WorkspacePools(
            try Network(directory: ModelsFolder.path(of: "face-detector")))
        func run(_ height: Int, _ width: Int) throws {
            try pools.withWorkspace(height: height, width: width) {
                #expect(($0.inputHeight, $0.inputWidth) == (height, width))
            }
        }
        try run(128, 128)
        for side in stride(from: 128, through: 512, by: 32) {
            try run(512, side)
            try run(128, 128)
            #expect(pools.kept.area <= WorkspacePools.capacity)
        }
        // Both were used last, and fit.
        #expect(pools.kept.sizes >= 2)
        let before = pools.kept
        try run(128, 128)
        try run(512, 512)
        #expect(pools.kept == before)
    }
}
