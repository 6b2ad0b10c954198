import FacialFun
import FacialFunWire
import Testing
import TestSupport

@Suite struct PNGEncoderTests {
    @Test func encodedImageIsDecodedUnchanged() throws {
        var random = SeededGenerator(seed: 7)
        for (width, height) in [(1, 1), (7, 3), (64, 64), (333, 17)] {
            let image = Image(width: width, height: height) { pixels in
                for i in pixels.indices { pixels[i] = UInt8.random(in: 0...255, using: &random) }
            }
            let bytes = try PNGEncoder().encode(image)
            #expect(try ImageDecoder().decode(bytes).image == image)
            #expect(try PNGEncoder().encode(image) == bytes)
        }
    }
}
