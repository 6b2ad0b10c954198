import FacialFunWire
import Testing

@testable import FacialFun

struct ScalePlanTests {
    private func plan(_ format: ImageFormat = .jpeg, smallestFace: Double) -> ScalePlan {
        ScalePlan(format: format, width: 4000, height: 3000, smallestFace: smallestFace)
    }

    /// The map of an upright rectangle whose sides are `side` pixels of the image.
    private func place(x: Double, y: Double, side: Double) -> SimilarityTransform {
        SimilarityTransform(a: side / 600, b: 0, tx: x, ty: y)
    }

    @Test(
        "an image is decoded at the coarsest scale sufficient for the smallest face",
        arguments: [(40, 1), (319, 1), (320, 2), (639, 2), (640, 4), (1280, 8), (5000, 8)])
    func reduction(smallestFace: Double, reduction: Int) {
        #expect(plan(smallestFace: smallestFace).reduction == reduction)
    }

    @Test("a PNG is decoded at a coarser scale only if its size requires one")
    func png() {
        func reduction(_ smallestFace: Double, least: Int) -> Int {
            ScalePlan(
                format: .png, width: 4000, height: 3000, smallestFace: smallestFace,
                minReduction: least
            ).reduction
        }
        #expect(reduction(2000, least: 1) == 1)
        #expect(reduction(40, least: 2) == 2)
        #expect(reduction(2000, least: 2) == 8)
    }

    @Test("nothing is decoded twice if all pixels that a rectangle can show are available")
    func sufficient() {
        #expect(plan(smallestFace: 40).finerDecode(for: [place(x: 0, y: 0, side: 100)]) == nil)
        let coarse = plan(smallestFace: 1280)
        #expect(coarse.finerDecode(for: []) == nil)
        #expect(coarse.finerDecode(for: [place(x: 0, y: 0, side: 4800)]) == nil)
    }

    @Test(
        "a rectangle is cut from the coarsest scale that fills its 600 pixels",
        arguments: [(500.0, 1), (600, 1), (1199, 1), (1200, 2), (2400, 4)])
    func finer(side: Double, reduction: Int) throws {
        let finer = try #require(
            plan(smallestFace: 1280).finerDecode(for: [place(x: 100, y: 100, side: side)]))
        #expect(finer.reduction == reduction)
    }

    @Test("the region contains every rectangle and stays within the image")
    func region() throws {
        let places = [place(x: -50, y: 900, side: 700), place(x: 1500, y: 2500, side: 800)]
        let region = try #require(plan(smallestFace: 1280).finerDecode(for: places)).region
        #expect(region.x == 0)
        #expect(region.y <= 900)
        #expect(region.x + region.width >= 2300)
        #expect(region.y + region.height == 3000)
    }

    @Test("a rectangle outside the image still requests a part of it")
    func beyond() throws {
        let region = try #require(
            plan(smallestFace: 1280).finerDecode(for: [place(x: 9000, y: 9000, side: 300)])
        ).region
        #expect(region.width >= 1 && region.height >= 1)
        #expect(region.x + region.width <= 4000 && region.y + region.height <= 3000)
    }
}
