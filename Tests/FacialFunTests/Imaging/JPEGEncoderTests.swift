import FacialFun
import FacialFunWire
import Testing

struct JPEGEncoderTests {
    /// A smooth picture, which survives lossy compression: a gradient in each color.
    private func soft(_ width: Int, _ height: Int) -> Image {
        Image(width: width, height: height) { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let place = (y * width + x) * 3
                    pixels[place] = UInt8(x * 255 / max(1, width - 1))
                    pixels[place + 1] = UInt8(y * 255 / max(1, height - 1))
                    pixels[place + 2] = UInt8((x + y) * 255 / max(1, width + height - 2))
                }
            }
        }
    }

    /// The mean difference between the bytes of two pictures.
    private func difference(_ a: Image, _ b: Image) -> Double {
        a.withPixels { left in
            b.withPixels { right in
                zip(left, right).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) }
                    / Double(left.count)
            }
        }
    }

    @Test(
        "an encoded image is decoded nearly unchanged at its size, and deterministically",
        arguments: JPEGEncoder.Subsampling.allCases)
    func roundTrip(subsampling: JPEGEncoder.Subsampling) throws {
        let encoder = JPEGEncoder(quality: 95, subsampling: subsampling)
        for (width, height) in [(64, 64), (333, 117), (600, 600)] {
            let image = soft(width, height)
            let bytes = try encoder.encode(image)
            let decoded = try ImageDecoder().decode(bytes).image
            #expect((decoded.width, decoded.height) == (width, height))
            #expect(difference(decoded, image) < 2)
            #expect(try encoder.encode(image) == bytes)
        }
    }

    @Test("a picture may be as small as a pixel, or larger than the first buffer")
    func sizes() throws {
        for (width, height) in [(1, 1), (1, 40), (17, 1), (900, 700)] {
            let image = TestPictures.noise(width: width, height: height)
            let bytes = try JPEGEncoder(quality: 100, subsampling: .none).encode(image)
            let decoded = try ImageDecoder().decode(bytes).image
            #expect((decoded.width, decoded.height) == (width, height))
            #expect(difference(decoded, image) < 2)
        }
    }

    @Test("lower quality and chroma subsampling make smaller files")
    func quality() throws {
        let image = TestPictures.noise(width: 200, height: 200)
        func count(_ quality: Int, _ subsampling: JPEGEncoder.Subsampling) throws -> Int {
            try JPEGEncoder(quality: quality, subsampling: subsampling).encode(image).count
        }
        #expect(try count(20, .none) < count(90, .none))
        #expect(try count(90, .halfWidth) < count(90, .none))
        #expect(try count(90, .quarter) < count(90, .halfWidth))
    }

    @Test("a side beyond the limit of the format is an error that names it")
    func tooLarge() throws {
        let image = Image(width: 65_501, height: 1) { $0.update(repeating: 7) }
        let error = try #require(throws: FacialFunError.self) { try JPEGEncoder().encode(image) }
        #expect(error.code == .tooManyPixels)
        #expect(error.message.contains("65501×1"))
    }
}
