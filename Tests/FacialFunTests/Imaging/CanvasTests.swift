import FacialFun
import FacialFunWire
import Testing

@Suite struct CanvasTests {
    let red = Color(red: 255, green: 0, blue: 0)

    static func black(_ width: Int, _ height: Int) -> Image {
        Image(width: width, height: height) { $0.initialize(repeating: 0) }
    }

    @Test func drawingDoesNotChangeTheImageOrOtherCanvases() {
        let image = Self.black(20, 20)
        var canvas = Canvas(image)
        let other = canvas
        canvas.fillBox(Box(x: 0, y: 0, width: 20, height: 20), color: red)
        #expect(image == Self.black(20, 20))
        #expect(other.image == image)
        #expect(canvas.image.pixel(10, 10) == [255, 0, 0])
        let earlier = canvas.image
        canvas.fillBox(Box(x: 0, y: 0, width: 20, height: 20), color: .white)
        #expect(earlier.pixel(10, 10) == [255, 0, 0])
    }

    @Test func filledBoxCoversExactlyItsPixels() {
        var canvas = Canvas(Self.black(12, 10))
        canvas.fillBox(Box(x: 3, y: 2, width: 4, height: 5), color: red)
        let image = canvas.image
        for y in 0..<10 {
            for x in 0..<12 {
                let inside = (3..<7).contains(x) && (2..<7).contains(y)
                #expect(image.pixel(x, y) == (inside ? [255, 0, 0] : [0, 0, 0]))
            }
        }
    }

    @Test func strokeLiesInsideItsBox() {
        var canvas = Canvas(Self.black(30, 30))
        canvas.strokeBox(Box(x: 5, y: 5, width: 20, height: 20), color: red, thickness: 2)
        let image = canvas.image
        for (x, y, isDrawn) in [
            (5, 5, true), (6, 15, true), (7, 15, false), (4, 15, false), (24, 24, true),
            (25, 25, false), (15, 23, true), (15, 22, false),
        ] {
            #expect(image.pixel(x, y) == (isDrawn ? [255, 0, 0] : [0, 0, 0]), "\(x), \(y)")
        }
    }

    @Test func drawingOutsideIsClipped() {
        var canvas = Canvas(Self.black(10, 10))
        canvas.strokeBox(Box(x: -500, y: 2, width: 1e7, height: 1e9), color: red, thickness: 3)
        canvas.fillBox(Box(x: 100, y: 100, width: 5, height: 5), color: red)
        canvas.drawDot(at: Point(x: -1e9, y: 4), radius: 3, color: red)
        canvas.drawText("outside", at: Point(x: 400, y: -30), height: 9, color: red)
        #expect(canvas.image.pixel(5, 3) == [255, 0, 0])
        #expect(canvas.image.pixel(5, 0) == [0, 0, 0])
    }

    /// A dot of radius 3 about the center of pixel (10, 7) is the same on every side.
    @Test func dotIsCenteredOnItsPoint() {
        var canvas = Canvas(Self.black(20, 15))
        canvas.drawDot(at: Point(x: 10.5, y: 7.5), radius: 3, color: .white)
        let image = canvas.image
        #expect(image.pixel(10, 7) == [255, 255, 255])
        for offset in 1...5 {
            let right = Int(image.pixel(10 + offset, 7)[0])
            #expect(abs(Int(image.pixel(10 - offset, 7)[0]) - right) <= 2)
            #expect(abs(Int(image.pixel(10, 7 + offset)[0]) - right) <= 2)
            #expect(abs(Int(image.pixel(10, 7 - offset)[0]) - right) <= 2)
        }
        #expect(image.pixel(15, 7) == [0, 0, 0])
    }

    @Test func textHasItsReportedSize() {
        let width = Canvas.width(ofText: "HAPPINESS 0.93", height: 20)
        #expect((150...400).contains(width))
        var canvas = Canvas(Self.black(500, 60))
        canvas.drawText(
            "HAPPINESS 0.93", at: Point(x: 10, y: 40), height: 20, color: .white)
        let gray = canvas.image.gray()
        let drawn = gray.indices.filter { gray[$0] > 128 }
        let columns = drawn.map { $0 % 500 }
        let rows = drawn.map { $0 / 500 }
        #expect((columns.min() ?? 0) >= 8 && (columns.max() ?? 999) <= 12 + width)
        #expect((17...22).contains(rows.min() ?? 0) && (38...42).contains(rows.max() ?? 0))
    }
}
