import COpenCV
import FacialFunWire
import Glibc
import Testing

@testable import FacialFun

/// Compares the rectangle for viewers, which OpenCV cuts, with the one for the networks, which a
/// kernel cuts.
struct FaceRectangleTests {
    /// A picture and the place of a rectangle in it.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let width: Int
        let height: Int
        let toImage: SimilarityTransform

        /// A square around a point of the picture.
        init(
            _ name: String, _ width: Int, _ height: Int, center: (x: Double, y: Double),
            side: Double, degrees: Double = 0
        ) {
            let scale = side / Double(FaceRectangle.side)
            let angle = degrees / 180 * .pi
            let (a, b, half) = (scale * cos(angle), scale * sin(angle), 300.0)
            testDescription = name
            self.width = width
            self.height = height
            toImage = SimilarityTransform(
                a: a, b: b, tx: center.x - a * half + b * half, ty: center.y - b * half - a * half)
        }
    }

    static let cases = [
        Case("in the middle", 640, 480, center: (320, 240), side: 262.5),
        Case("pixel by pixel", 640, 640, center: (320, 320), side: 600),
        Case("half outside on the left", 320, 240, center: (0, 120), side: 160),
        Case("half outside below, leaning", 320, 240, center: (170, 240), side: 161, degrees: 17),
        Case("one corner inside", 90, 70, center: (-20, -20), side: 60, degrees: 45),
        Case("wholly outside", 90, 70, center: (4000, -3000), side: 60),
        Case("larger than the picture", 64, 48, center: (32, 24), side: 500, degrees: -8),
        Case("a face of three pixels", 100, 80, center: (51.3, 40.7), side: 3, degrees: 5),
        Case("a quarter turn", 200, 160, center: (100, 80), side: 120, degrees: 90),
        Case("upside down", 200, 160, center: (100.5, 80.25), side: 99.5, degrees: 180),
        Case("half as large", 1400, 1300, center: (700, 650), side: 1200),
        Case(
            "shrunk, not by a whole number", 2600, 1900, center: (1300, 900), side: 1777, degrees: 3
        ),
        Case(
            "of a photograph of many pixels", 5000, 3000, center: (2600, 1500), side: 2900,
            degrees: 30),
        Case("of one pixel", 1, 1, center: (0.5, 0.5), side: 1),
        Case("of one pixel, far larger", 1, 1, center: (0.5, 0.5), side: 600, degrees: 33),
        Case("of a row of pixels", 700, 1, center: (350, 0.5), side: 100, degrees: 12),
        Case("of a column of pixels", 1, 700, center: (0.5, 350), side: 1300),
    ]

    private func openCV(_ image: Image, _ map: SimilarityTransform, side: Int) -> Image {
        Image(width: side, height: side) { pixels in
            guard let base = pixels.baseAddress else { return }
            image.withSource { source in
                let status = facialfun_cv_warp(
                    source, facialfun_cv_similarity(a: map.a, b: map.b, tx: map.tx, ty: map.ty),
                    facialfun_cv_target(pixels: base, width: Int32(side), height: Int32(side)))
                #expect(status == .ok)
            }
        }
    }

    @Test(
        "OpenCV and the kernel give the same bits, for people and networks",
        arguments: cases)
    func sameBits(_ given: Case) {
        let image = TestPictures.noise(width: given.width, height: given.height, seed: 3)
        let rectangle = FaceRectangle(of: image, toImage: given.toImage)
        #expect(rectangle.toImage == given.toImage)
        #expect(rectangle.image.width == 600 && rectangle.image.height == 600)
        #expect(rectangle.image == image.warped(given.toImage, width: 600, height: 600))
        let step = 600.0 / Double(FaceRectangle.alignedCropSide)
        let alignedCropToImage = SimilarityTransform(
            a: given.toImage.a * step, b: given.toImage.b * step, tx: given.toImage.tx,
            ty: given.toImage.ty)
        #expect(
            FaceRectangle.alignedCrop(of: image, toImage: given.toImage)
                == openCV(image, alignedCropToImage, side: FaceRectangle.alignedCropSide))
    }

    @Test("a square of 600 pixels is copied exactly, also after quarter turns")
    func copied() {
        let image = TestPictures.noise(width: 700, height: 650)
        let upright = FaceRectangle(
            of: image, toImage: SimilarityTransform(a: 1, b: 0, tx: 40, ty: 30)
        ).image
        // Pixel (x, y) of the rectangle shows (640 − y, 30 + x) of the image.
        let turned = FaceRectangle(
            of: image, toImage: SimilarityTransform(a: 0, b: 1, tx: 640, ty: 30)
        ).image
        for y in stride(from: 0, to: 600, by: 7) {
            for x in stride(from: 0, to: 600, by: 11) {
                #expect(upright.pixel(x, y) == image.pixel(40 + x, 30 + y))
                #expect(turned.pixel(x, y) == image.pixel(639 - y, 30 + x))
            }
        }
    }

    @Test("outside the picture the nearest edge pixel is repeated")
    func edges() {
        let image = TestPictures.noise(width: 400, height: 300)
        let rectangle = FaceRectangle(
            of: image, toImage: SimilarityTransform(a: 1, b: 0, tx: -250, ty: -100)
        ).image
        for y in stride(from: 0, to: 600, by: 13) {
            for x in stride(from: 0, to: 600, by: 9) {
                let (column, row) = (min(max(x - 250, 0), 399), min(max(y - 100, 0), 299))
                #expect(rectangle.pixel(x, y) == image.pixel(column, row))
            }
        }
    }

    @Test("a picture of one pixel fills the rectangle")
    func onePixel() {
        let image = Image(width: 1, height: 1) { pixels in
            for (index, value) in [7, 130, 250].enumerated() { pixels[index] = UInt8(value) }
        }
        for side in [0.001, 1, 600, 1e6] {
            let given = Case("", 1, 1, center: (0.5, 0.5), side: side, degrees: 20)
            FaceRectangle(of: image, toImage: given.toImage).image.withPixels { pixels in
                #expect(stride(from: 0, to: pixels.count, by: 3).allSatisfy { pixels[$0] == 7 })
                #expect(stride(from: 2, to: pixels.count, by: 3).allSatisfy { pixels[$0] == 250 })
            }
        }
    }

    @Test("a fine pattern is reduced to gray without aliasing")
    func shrunk() {
        let attemptStore = WarpTests.checkerboard(width: 2400, height: 1900, square: 1)
        let given = Case("", 2400, 1900, center: (1200, 950), side: 1700, degrees: 4)
        let gray = FaceRectangle(of: attemptStore, toImage: given.toImage).image.gray()
        #expect(gray.allSatisfy { (96...160).contains($0) })
    }
}
