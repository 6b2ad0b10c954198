import FacialFunWire
import Testing
import TestSupport

@testable import FacialFun

@Suite struct OrientationTests {
    /// Positions of the red, green and blue spots of the fixtures `spots-N.jpg`, in upright pixels.
    static let spots = [
        Point(x: 40.5, y: 30.25), Point(x: 150.75, y: 60.5), Point(x: 90.25, y: 110.75),
    ]

    /// Center of gravity of one color, ignoring pixels no brighter than compression artifacts.
    static func center(of channel: Int, in image: Image) -> Point {
        image.withPixels { pixels in
            var (sum, x, y) = (0.0, 0.0, 0.0)
            for row in 0..<image.height {
                for column in 0..<image.width {
                    let value = max(
                        Double(pixels[(row * image.width + column) * 3 + channel]) - 24, 0)
                    sum += value
                    x += value * (Double(column) + 0.5)
                    y += value * (Double(row) + 0.5)
                }
            }
            return Point(x: x / sum, y: y / sum)
        }
    }

    @Test(arguments: 1...8, [1, 2, 4, 8])
    func knownPointsAreTransformedCorrectly(orientation: Int, reduction: Int) throws {
        let bytes = try Fixture(name: "spots-\(orientation).jpg").bytes()
        let decoder = ImageDecoder()
        let header = try decoder.header(of: bytes)
        #expect(header.orientation == orientation)
        #expect(header.width == 203 && header.height == 149)
        #expect(header.storedWidth == (orientation < 5 ? 203 : 149))
        let decoded = try decoder.decode(bytes, options: DecodeOptions(reduction: reduction))
        for (channel, spot) in Self.spots.enumerated() {
            let found = decoded.toFull.apply(Self.center(of: channel, in: decoded.image))
            #expect(found.distance(to: spot) < 0.35, "\(found) for \(spot)")
        }
    }

    @Test func fullSizeOrientationsAreExact() throws {
        for orientation in 1...8 {
            let bytes = try Fixture(name: "spots-\(orientation).jpg").bytes()
            let decoded = try ImageDecoder().decode(bytes)
            #expect(decoded.toFull == SimilarityTransform(a: 1, b: 0, tx: 0, ty: 0))
        }
    }

    @Test func pngOrientationNeedsAValidChecksum() throws {
        let turned = try ImageDecoder().header(of: Fixture(name: "exif-6.png").bytes())
        #expect(turned.orientation == 6)
        let broken = try ImageDecoder().header(of: Fixture(name: "exif-wrong-checksum.png").bytes())
        #expect(broken.orientation == 1)
    }

    @Test func brokenEXIFNeverRejectsAPicture() throws {
        let original = try Fixture(name: "spots-6.jpg").bytes()
        let start = try #require(original.firstRange(of: Array("Exif".utf8))).lowerBound
        var random = SeededGenerator(seed: 4)
        for _ in 0..<300 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let offset = start + Int.random(in: 0..<32, using: &random)
                bytes[offset] = UInt8.random(in: 0...255, using: &random)
            }
            let header = try ImageDecoder().header(of: bytes)
            #expect((1...8).contains(header.orientation))
        }
    }
}
