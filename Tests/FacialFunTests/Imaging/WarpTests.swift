import FacialFun
import FacialFunWire
import Glibc
import Testing

@Suite struct WarpTests {
    /// Squares of black and white.
    static func checkerboard(width: Int, height: Int, square: Int) -> Image {
        Image(width: width, height: height) { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let value: UInt8 = (x / square + y / square) % 2 == 0 ? 0 : 255
                    for c in 0..<3 { pixels[(y * width + x) * 3 + c] = value }
                }
            }
        }
    }

    @Test func identityCopiesEveryPixel() {
        let image = TestPictures.noise(width: 61, height: 47)
        let same = image.warped(
            SimilarityTransform(a: 1, b: 0, tx: 0, ty: 0), width: 61, height: 47)
        #expect(same == image)
    }

    /// Fixes the convention of FaceGeometry.Point: a quarter turn about the center of the picture
    /// maps pixels exactly onto pixels only if (0, 0) is the outer corner of the first.
    @Test func quarterTurnAboutTheCenterMapsPixelsToPixels() {
        let (width, height) = (40, 40)
        let image = TestPictures.noise(width: width, height: height)
        // Pixel (x, y) of the output shows (40 − y, x) of the image.
        let turned = image.warped(
            SimilarityTransform(a: 0, b: 1, tx: 40, ty: 0), width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                #expect(turned.pixel(x, y) == image.pixel(39 - y, x))
            }
        }
    }

    @Test func doublingSamplesAQuarterPixelFromTheCenters() {
        let image = Image(width: 2, height: 1) { pixels in
            for c in 0..<3 { (pixels[c], pixels[3 + c]) = (0, 200) }
        }
        let wide = image.warped(
            SimilarityTransform(a: 0.5, b: 0, tx: 0, ty: 0), width: 4, height: 2)
        #expect((0..<4).map { wide.pixel($0, 0)[0] } == [0, 50, 150, 200])
    }

    @Test(arguments: [1.7, 2.0, 2.9, 4.0, 5.3, 7.99, 8.0, 16.5])
    func fineCheckerboardShrinksToGray(scale: Double) {
        let attemptStore = Self.checkerboard(width: 800, height: 600, square: 1)
        for angle in [0.0, 0.3, 0.785] {
            let transform = SimilarityTransform(
                a: scale * cos(angle), b: scale * sin(angle), tx: 400, ty: 30)
            let small = attemptStore.warped(transform, width: 30, height: 30)
            let values = small.gray()
            let range = Int(values.min() ?? 0)...Int(values.max() ?? 255)
            #expect(range.lowerBound > 96 && range.upperBound < 160, "\(angle): \(range)")
        }
    }

    /// A zone plate contains every frequency in every direction.
    ///
    /// After reduction only its low-frequency rings may remain. Where the original is finer than
    /// the new pixels, any variation would be aliasing.
    @Test(arguments: [2.0, 2.6, 3.5, 6.0])
    func zonePlateShrinksWithoutAliasing(scale: Double) {
        let side = 301
        let center = Double(side) / 2
        // The local frequency is r / side cycles per pixel: one half at r = side / 2.
        let plate = Image(width: side, height: side) { pixels in
            for y in 0..<side {
                for x in 0..<side {
                    let (dx, dy) = (Double(x) + 0.5 - center, Double(y) + 0.5 - center)
                    let value = 127.5 + 127.5 * cos(.pi * (dx * dx + dy * dy) / Double(side))
                    for c in 0..<3 { pixels[(y * side + x) * 3 + c] = UInt8(value) }
                }
            }
        }
        let (a, b) = (scale * cos(0.35), scale * sin(0.35))
        let size = Int(Double(side) / scale)
        let half = Double(size) / 2
        let transform = SimilarityTransform(
            a: a, b: b, tx: center - a * half + b * half, ty: center - b * half - a * half)
        let small = plate.warped(transform, width: size, height: size)
        let gray = small.gray()
        for y in 0..<size {
            for x in 0..<size {
                let point = transform.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
                let radius = point.distance(to: Point(x: center, y: center))
                // From nearly twice the new Nyquist frequency to the highest frequency of the
                // plate.
                let cyclesPerNewPixel = radius / Double(side) * scale
                guard cyclesPerNewPixel > 0.9, radius < center - 4 * scale else { continue }
                // A box filter leaves at most a quarter of the amplitude; sampling without a filter
                // would leave all of it.
                #expect(abs(Int(gray[y * size + x]) - 127) < 40)
            }
        }
    }

    @Test func shrinkingByAWholeFactorAveragesBlocks() {
        let image = TestPictures.noise(width: 64, height: 64)
        let small = image.warped(
            SimilarityTransform(a: 4, b: 0, tx: 0, ty: 0), width: 16, height: 16)
        #expect(small == image.resizedByArea(width: 16, height: 16))
    }

    @Test func edgePixelsExtendBeyondThePicture() {
        let image = TestPictures.noise(width: 9, height: 5)
        let view = image.warped(
            SimilarityTransform(a: 1, b: 0, tx: -20, ty: -10), width: 60, height: 40)
        #expect(view.pixel(0, 0) == image.pixel(0, 0))
        #expect(view.pixel(59, 39) == image.pixel(8, 4))
        #expect(view.pixel(23, 0) == image.pixel(3, 0))
        let farAway = image.warped(
            SimilarityTransform(a: 1, b: 0, tx: 1e12, ty: -1e12), width: 3, height: 3)
        #expect(farAway.pixel(1, 1) == image.pixel(8, 0))
    }

    @Test func extremeShrinkingTerminates() {
        let image = TestPictures.noise(width: 300, height: 200)
        let dot = image.warped(
            SimilarityTransform(a: 1e9, b: 1e9, tx: 0, ty: 0), width: 2, height: 2)
        #expect(dot.width == 2)
    }
}
