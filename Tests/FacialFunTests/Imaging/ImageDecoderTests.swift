import FacialFunWire
import Testing
import TestSupport

@testable import FacialFun

@Suite struct ImageDecoderTests {
    let decoder = ImageDecoder(limits: Fixture.wideLimits)

    @Test func fixturesExist() {
        #expect(Fixture.jpegs.count >= 27)
        #expect(Fixture.pngs.count >= 35)
    }

    /// A tolerance of 2 covers rounding in ink conversion and other versions of libjpeg.
    @Test(arguments: Fixture.jpegs)
    func jpegHasThePixelsOfAnotherDecoder(_ fixture: Fixture) throws {
        let decoded = try decoder.decode(fixture.bytes())
        guard let expected = fixture.expectedPixels() else {
            #expect(fixture.name.hasPrefix("spots-") || fixture.name.hasPrefix("wide-"))
            return
        }
        let difference = try #require(maxDifference(decoded.image, expected))
        #expect(difference <= 2)
        #expect(decoded.image.width == 45 && decoded.image.height == 35)
    }

    /// Tolerance for rounding only: one step if both 16 bits and opacity are rounded.
    @Test(arguments: Fixture.pngs.filter { !$0.name.hasPrefix("declared-") })
    func pngHasThePixelsOfItsSpecification(_ fixture: Fixture) throws {
        let decoded = try decoder.decode(fixture.bytes())
        let expected = try #require(fixture.expectedPixels())
        let difference = try #require(maxDifference(decoded.image, expected))
        let isRounded = fixture.name.contains("depth16") || fixture.name.hasPrefix("rgb16")
        #expect(difference <= (isRounded ? 1 : 0))
        #expect(decoded.image.width == 45 && decoded.image.height == 35)
    }

    @Test(arguments: Fixture.decodable)
    func headerMatchesTheDecodedImage(_ fixture: Fixture) throws {
        let bytes = try fixture.bytes()
        let header = try decoder.header(of: bytes)
        let image = try decoder.decode(bytes).image
        #expect(header.width == image.width && header.height == image.height)
        #expect(header.format == (fixture.name.hasSuffix("jpg") ? .jpeg : .png))
    }

    @Test(arguments: Fixture.decodable, [1, 2, 4, 8])
    func regionHasThePixelsOfTheWholeImage(_ fixture: Fixture, reduction: Int) throws {
        let bytes = try fixture.bytes()
        let whole = try decoder.decode(bytes, options: DecodeOptions(reduction: reduction))
        let header = try decoder.header(of: bytes)
        var random = SeededGenerator(seed: UInt64(reduction))
        for _ in 0..<20 {
            let box = Box(
                x: Double.random(in: -10...Double(header.width), using: &random),
                y: Double.random(in: -10...Double(header.height), using: &random),
                width: Double.random(in: 0...40, using: &random),
                height: Double.random(in: 0...40, using: &random))
            let part = try decoder.decode(
                bytes, options: DecodeOptions(reduction: reduction, region: box))
            let inWhole = whole.toFull.inverse.apply(part.toFull.apply(Point(x: 0, y: 0)))
            let (left, top) = (Int(inWhole.x.rounded()), Int(inWhole.y.rounded()))
            #expect(inWhole == Point(x: Double(left), y: Double(top)))
            #expect(part.image == whole.image.part(left, top, part.image.width, part.image.height))
            // The decoded part contains the whole area of the box inside the picture.
            let scale = whole.toFull.a
            #expect(part.toFull.tx <= max(box.x, 0) && part.toFull.ty <= max(box.y, 0))
            #expect(
                part.toFull.tx + Double(part.image.width) * scale
                    >= min(box.x + box.width, Double(header.width)))
            #expect(
                part.toFull.ty + Double(part.image.height) * scale
                    >= min(box.y + box.height, Double(header.height)))
        }
    }

    @Test(
        "a pixel of a reduced PNG is the mean of its source pixels, interlaced or not",
        arguments: Fixture.pngs.filter { !$0.name.hasPrefix("declared-") }, [2, 4, 8])
    func reducedPNG(_ fixture: Fixture, reduction: Int) throws {
        // In rotated files the blocks are rotated, too, so only upright files are compared.
        guard !fixture.name.hasPrefix("exif") else { return }
        let bytes = try fixture.bytes()
        let whole = try decoder.decode(bytes).image
        let reduced = try decoder.decode(bytes, options: DecodeOptions(reduction: reduction)).image
        #expect(reduced.width == (whole.width + reduction - 1) / reduction)
        #expect(reduced.height == (whole.height + reduction - 1) / reduction)
        let expected = Image(width: reduced.width, height: reduced.height) { out in
            whole.withPixels { pixels in
                for place in out.indices {
                    let (channel, x) = (place % 3, place / 3 % reduced.width * reduction)
                    let y = place / 3 / reduced.width * reduction
                    let xs = x..<min(x + reduction, whole.width)
                    let ys = y..<min(y + reduction, whole.height)
                    let sum = ys.reduce(0) { sum, y in
                        xs.reduce(sum) { $0 + Int(pixels[(y * whole.width + $1) * 3 + channel]) }
                    }
                    let count = xs.count * ys.count
                    out[place] = UInt8((sum + count / 2) / count)
                }
            }
        }
        #expect(reduced == expected)
    }

    @Test("a reduced PNG has the same orientation as the whole one")
    func reducedUpright() throws {
        let decoded = try decoder.decode(
            Fixture(name: "exif-6.png").bytes(), options: DecodeOptions(reduction: 8))
        #expect(decoded.image.width == 6)
        #expect(decoded.toFull.a == 8)
    }

    @Test func manyScansAreReadIfTheLimitAllows() throws {
        let many = try decoder.decode(Fixture(name: "progressive-190-scans.jpg").bytes()).image
        let plain = try decoder.decode(Fixture(name: "baseline-420.jpg").bytes()).image
        #expect(many == plain)
    }
}

extension Image {
    /// A rectangle of pixels inside the picture.
    func part(_ left: Int, _ top: Int, _ width: Int, _ height: Int) -> Image {
        withPixels { pixels in
            Image(width: width, height: height) { out in
                for y in 0..<height {
                    let start = ((top + y) * self.width + left) * 3
                    for i in 0..<(width * 3) { out[y * width * 3 + i] = pixels[start + i] }
                }
            }
        }
    }
}
