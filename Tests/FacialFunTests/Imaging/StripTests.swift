import FacialFun
import FacialFunWire
import Testing

/// Pictures of extreme aspect ratios, which image libraries may not expect.
struct StripTests {
    @Test(
        "a strip of any length fits into a rectangle",
        arguments: [(40_000, 1), (1, 40_000), (65_500, 1), (32_767, 3)])
    func strip(width: Int, height: Int) {
        let strip = Image(width: width, height: height) { pixels in
            for index in pixels.indices { pixels[index] = 90 }
        }
        let scale = Double(max(width, height)) / 600
        let square = strip.warped(
            SimilarityTransform(
                a: scale, b: 0, tx: Double(width) / 2 - 300 * scale,
                ty: Double(height) / 2 - 300 * scale),
            width: 600, height: 600)
        square.withPixels { pixels in
            #expect(pixels.allSatisfy { $0 == 90 })
        }
    }
}
