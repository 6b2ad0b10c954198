import FaceGeometry
import FaceImaging
import Testing

@testable import facialfun

struct CropBorderTests {
    private func crop(width: Int, height: Int) -> Image {
        Image(width: width, height: height) { pixels in
            for index in pixels.indices { pixels[index] = UInt8(index % 100) }
        }
    }

    private func pixel(_ image: Image, _ x: Int, _ y: Int) -> [UInt8] {
        image.withPixels { pixels in
            Array(pixels[(y * image.width + x) * 3..<(y * image.width + x) * 3 + 3])
        }
    }

    @Test func theCropLiesUnchangedInAGreyFrameOfAQuarterOfItsSide() {
        let crop = crop(width: 48, height: 40)
        let framed = CropBorder.added(to: crop)
        #expect((framed.width, framed.height) == (72, 64))
        for y in 0..<64 {
            for x in 0..<72 {
                let isInside = (12..<60).contains(x) && (12..<52).contains(y)
                #expect(
                    pixel(framed, x, y)
                        == (isInside ? pixel(crop, x - 12, y - 12) : [128, 128, 128]))
            }
        }
    }

    @Test func theWholeCropFillsTheRectangle() {
        let place = CropBorder.wholeCrop(crop(width: 48, height: 48))
        #expect(place.apply(Point(x: 0, y: 0)) == Point(x: 0, y: 0))
        #expect(place.apply(Point(x: 600, y: 600)) == Point(x: 48, y: 48))
        let wide = CropBorder.wholeCrop(crop(width: 60, height: 40))
        #expect(wide.apply(Point(x: 0, y: 0)) == Point(x: 0, y: -10))
        #expect(wide.apply(Point(x: 600, y: 600)) == Point(x: 60, y: 50))
    }
}
