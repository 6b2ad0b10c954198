import FacialFunWire
import Testing

@testable import CommandSupport

struct CutErrorTests {
    private let side = 600.0
    /// A place that is scaled, rotated and shifted.
    private let place = SimilarityTransform(a: 0.3, b: 0.1, tx: 20, ty: -5)

    @Test func textNamesTheErrorAndCanBeParsedBack() throws {
        let error = try CutError(parsing: "scale=1.15,right=-0.1,roll=20")
        #expect(error.scale == 1.15)
        #expect(error.right == -0.1)
        #expect(error.down == 0)
        #expect(error.roll == 20)
        #expect(try CutError(parsing: error.text) == error)
        #expect(try CutError(parsing: CutError().text) == CutError())
    }

    @Test(
        arguments: [
            "", "scale", "scale=", "scale=x", "scale=nan", "size=1", "scale=1,scale=1", "roll=1,",
            "scale=0.01", "right=3", "down=-3", "roll=200", "scale=1=1",
        ])
    func invalidCropErrorIsRejected(text: String) {
        #expect(throws: CommandError.self) { try CutError(parsing: text) }
    }

    @Test func zeroErrorLeavesTheRectangleUnchanged() {
        let same = CutError().applied(to: place, side: side)
        for point in [Point(x: 0, y: 0), Point(x: 600, y: 0), Point(x: 100, y: 500)] {
            #expect(same.apply(point).distance(to: place.apply(point)) < 1e-9)
        }
    }

    @Test func onlyShiftsMoveTheCenter() throws {
        let error = try CutError(parsing: "scale=0.8,right=0.1,down=-0.05,roll=30")
        let moved = error.applied(to: place, side: side)
        let expected = place.apply(Point(x: 300 + 60, y: 300 - 30))
        #expect(moved.apply(Point(x: 300, y: 300)).distance(to: expected) < 1e-9)
        #expect(abs(moved.scale - 0.8 * place.scale) < 1e-12)
    }

    @Test func scaleAboveOneEnlargesTheRectangle() throws {
        let identity = SimilarityTransform(a: 1, b: 0, tx: 0, ty: 0)
        let wide = try CutError(parsing: "scale=1.5").applied(to: identity, side: side)
        #expect(wide.apply(Point(x: 0, y: 0)).distance(to: Point(x: -150, y: -150)) < 1e-9)
        #expect(wide.apply(Point(x: 600, y: 600)).distance(to: Point(x: 750, y: 750)) < 1e-9)
    }

    @Test func positiveRollTurnsClockwise() throws {
        let identity = SimilarityTransform(a: 1, b: 0, tx: 0, ty: 0)
        let turned = try CutError(parsing: "roll=90").applied(to: identity, side: side)
        // The middle of the right edge was at the bottom: x right, y down.
        #expect(turned.apply(Point(x: 600, y: 300)).distance(to: Point(x: 300, y: 600)) < 1e-9)
    }
}
