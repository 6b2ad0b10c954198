import FacialFunWire
import Testing
import TestSupport

@testable import FacialFun

struct SearchPlanTests {
    private func plan(_ width: Int, _ height: Int, _ budget: SearchBudget) -> SearchPlan {
        SearchPlan(
            width: width, height: height,
            smallestFace: budget.smallestFace(width: width, height: height))
    }

    @Test("The budgets at 640×480 match the documentation")
    func promises() {
        #expect(SearchBudget.live.smallestFace(width: 640, height: 480) == 120)
        #expect(SearchBudget.service.smallestFace(width: 640, height: 480) == 60)
        #expect(SearchBudget.commandLine.smallestFace(width: 640, height: 480) == 40)
        #expect(SearchBudget.commandLine.smallestFace(width: 4000, height: 2500) == 40)
        #expect(SearchBudget.commandLine.smallestFace(width: 8000, height: 5000) == 80)
    }

    @Test("The work for live video and the service is bounded for aspect ratios up to 5:1")
    func boundedWork() {
        for (width, height) in [
            (640, 480), (480, 640), (1920, 1080), (4000, 3000), (8000, 8000), (10_000, 2000),
            (700, 3500), (1, 60_000), (50, 50), (1, 1),
        ] {
            #expect(plan(width, height, .live).evaluations <= 15, "\(width)×\(height)")
            #expect(plan(width, height, .service).evaluations <= 42, "\(width)×\(height)")
            // If small faces are suspected everywhere.
            #expect(plan(width, height, .commandLine).evaluations <= 1500, "\(width)×\(height)")
        }
        #expect(plan(640, 480, .live).evaluations <= 4)
        #expect(SearchPlan.evaluations(plan(640, 480, .live).windows) <= 1)
        #expect(plan(640, 480, .service).evaluations <= 12)
    }

    private func sees(_ window: SearchPlan.Window, _ point: Point) -> Bool {
        let seen = window.inputToImage.inverse.apply(point)
        let (width, height) = (Double(window.width), Double(window.height))
        return -1e-6...width + 1e-6 ~= seen.x && -1e-6...height + 1e-6 ~= seen.y
    }

    @Test(
        "Every point of the image is in a window of every level, and steps keep their ratio",
        arguments: [
            (640, 480, 40.0), (4000, 3000, 60), (3000, 200, 30), (97, 1103, 24), (48, 48, 40),
            (5000, 5000, 41), (500, 43, 40), (2849, 220, 40), (43, 511, 40), (640, 480, 120),
            (480, 640, 120), (1920, 1080, 270), (350, 350, 88), (3000, 800, 200),
        ])
    func coverage(width: Int, height: Int, smallestFace: Double) throws {
        let plan = SearchPlan(width: width, height: height, smallestFace: smallestFace)
        for (coarser, finer) in zip(plan.steps, plan.steps.dropFirst()) {
            #expect(coarser / finer <= SearchPlan.maxRatio + 1e-9 && coarser > finer)
        }
        let finest = try #require(plan.steps.last)
        #expect(finest <= smallestFace / SearchPlan.smallestSeen + 1e-9)
        var generator = SeededGenerator(seed: 3)
        for step in plan.steps {
            let all = plan.windows + plan.reserve + (plan.selective?.everywhere ?? [])
            let windows = all.filter { $0.inputToImage.a == step }
            for _ in 0..<200 {
                let point = Point(
                    x: .random(in: 0...Double(width), using: &generator),
                    y: .random(in: 0...Double(height), using: &generator))
                #expect(windows.contains { sees($0, point) })
            }
        }
    }

    @Test("Input sizes are multiples of 32 up to the longest side, which bounds the memory")
    func sizes() {
        for (width, height) in [(640, 480), (5000, 3000), (33, 777), (1, 1), (500, 43)] {
            let plan = plan(width, height, .commandLine)
            for window in plan.windows + plan.reserve + (plan.selective?.everywhere ?? []) {
                #expect(window.inputToImage.tx.isFinite && window.inputToImage.ty.isFinite)
                #expect(window.width % 32 == 0 && window.height % 32 == 0)
                #expect(96...512 ~= window.width && 96...512 ~= window.height)
            }
        }
    }

    @Test(
        "The coarsest level has a border on every side of the image",
        arguments: [(640, 480), (480, 640), (640, 640), (1920, 1080), (48, 48), (300, 90)])
    func border(width: Int, height: Int) throws {
        let window = try #require(plan(width, height, .service).windows.first)
        let corner = window.inputToImage.inverse.apply(Point(x: 0, y: 0))
        let opposite = window.inputToImage.inverse.apply(
            Point(x: Double(width), y: Double(height)))
        #expect(min(corner.x, corner.y) >= SearchPlan.minBorder)
        #expect(Double(window.width) - opposite.x >= SearchPlan.minBorder)
        #expect(Double(window.height) - opposite.y >= SearchPlan.minBorder)
    }
}
