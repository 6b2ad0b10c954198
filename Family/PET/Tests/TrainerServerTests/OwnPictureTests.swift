import FacialFun
import FacialFunWire
import FamilyAccounts
import Foundation
import Testing
import TrainerStore

@testable import TrainerServer

@Suite("An uploaded picture")
struct OwnPictureTests {
    /// A picture with a red left half and a blue right half.
    private static func picture(_ width: Int = 900, _ height: Int = 700) -> Image {
        Image(width: width, height: height) { (bytes: UnsafeMutableBufferPointer<UInt8>) in
            for pixel in 0..<(width * height) {
                let isLeft = pixel % width < width / 2
                bytes[pixel * 3] = isLeft ? 220 : 20
                bytes[pixel * 3 + 1] = 30
                bytes[pixel * 3 + 2] = isLeft ? 20 : 220
            }
        }
    }

    private static func jpeg(_ width: Int = 900, _ height: Int = 700) throws -> [UInt8] {
        try JPEGEncoder().encode(picture(width, height))
    }

    /// The middle square.
    private static func center(_ width: Int = 900, _ height: Int = 700) -> PicturePlace {
        let scale = Double(min(width, height)) / 600
        return PicturePlace(
            SimilarityTransform(
                a: scale, b: 0, tx: Double(width) / 2 - 300 * scale,
                ty: Double(height) / 2 - 300 * scale))
    }

    /// A JPEG with additional segments: EXIF with an orientation, a comment and a profile.
    private static func withMetadata(_ jpeg: [UInt8]) -> [UInt8] {
        func segment(_ marker: UInt8, _ text: String) -> [UInt8] {
            let body = Array(text.utf8)
            let length = body.count + 2
            return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + body
        }
        return Array(jpeg[..<2]) + segment(0xE1, "Exif\0\0GPS 48.137 11.575 of somebody")
            + segment(0xFE, "somebody's comment") + segment(0xED, "Photoshop 3.0 somebody")
            + Array(jpeg[2...]) + Array("somebody after the end".utf8)
    }

    @Test("G5: An uploaded picture becomes 600×600 pixels, cropped as requested")
    func cut() throws {
        let file = try OwnPicture.cut(try Self.jpeg(), at: Self.center())
        #expect(file.type == "image/jpeg")
        let image = try ImageDecoder().decode(Array(file.content)).image
        #expect(image.width == 600 && image.height == 600)
        image.withPixels { pixels in
            #expect(pixels[(300 * 600 + 20) * 3] > 180)
            #expect(pixels[(300 * 600 + 580) * 3 + 2] > 180)
        }
        // A crop further right is all blue.
        let place = SimilarityTransform(a: 0.5, b: 0, tx: 500, ty: 200)
        let right = try OwnPicture.cut(try Self.jpeg(), at: PicturePlace(place))
        try ImageDecoder().decode(Array(right.content)).image.withPixels { pixels in
            #expect(pixels[(300 * 600 + 5) * 3 + 2] > 180)
        }
    }

    @Test("An uploaded picture keeps only its pixels", arguments: [false, true])
    func metadata(isPNG: Bool) throws {
        var given = Self.withMetadata(try Self.jpeg())
        if isPNG {
            let png = try PNGEncoder().encode(Self.picture())
            given = png + Array("somebody after the end".utf8)
        }
        let file = try OwnPicture.cut(given, at: Self.center())
        for word in ["Exif", "GPS", "somebody", "Photoshop"] {
            #expect(file.content.range(of: Data(word.utf8)) == nil, "\(word) is still there")
        }
        // Two quantization tables, a frame, four Huffman tables, a scan; JFIF is the only
        // application data.
        let markers = zip(file.content, file.content.dropFirst()).filter { $0.0 == 0xFF }
            .map(\.1)
        #expect(!markers.contains(0xFE) && !markers.contains(0xE1) && !markers.contains(0xED))
    }

    @Test("An uploaded picture is rotated by its EXIF orientation before cropping")
    func orientation() throws {
        let exif: [UInt8] =
            Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
            + [0, 0, 0, 0]
        let jpeg = try Self.jpeg(800, 600)
        let turned =
            Array(jpeg[..<2]) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + Array(jpeg[2...])
        let header = try OwnPicture.header(of: turned)
        #expect(header.width == 600 && header.height == 800)
        let file = try OwnPicture.cut(turned, at: Self.center(600, 800))
        // The left side of the file is now at the top.
        try ImageDecoder().decode(Array(file.content)).image.withPixels { pixels in
            #expect(pixels[(20 * 600 + 300) * 3] > 180)
            #expect(pixels[(580 * 600 + 300) * 3 + 2] > 180)
        }
    }

    @Test("An uploaded picture of another format is rejected by its bytes, regardless of its name")
    func otherKinds() {
        let svg = #"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#
        for bytes in [
            Array("GIF89a".utf8) + [UInt8](repeating: 0, count: 64), Array(svg.utf8),
            Array("<html>".utf8), Array("RIFF....WEBPVP8 ".utf8), Array("%PDF-1.7".utf8),
            // HEIC, which the browser converts if it can.
            [0, 0, 0, 24] + Array("ftypheic\0\0\0\0mif1heic".utf8) + Array(repeating: 0, count: 99),
            [0x50, 0x4B, 3, 4], [], [0xFF, 0xD8], Array(repeating: 0, count: 1000),
        ] {
            #expect(throws: OwnPictureFault.notAPicture) { try OwnPicture.header(of: bytes) }
        }
    }

    @Test("An uploaded picture is rejected if truncated anywhere or damaged")
    func truncated() throws {
        let jpeg = try Self.jpeg()
        for share in [0.05, 0.3, 0.6, 0.9] {
            let part = Array(jpeg[..<Int(Double(jpeg.count) * share)])
            #expect(throws: OwnPictureFault.damaged) {
                try OwnPicture.cut(part, at: Self.center())
            }
        }
        let png = try PNGEncoder().encode(Self.picture(200, 200))
        #expect(throws: OwnPictureFault.damaged) {
            try OwnPicture.cut(Array(png[..<(png.count / 2)]), at: Self.center(200, 200))
        }
    }

    @Test("An uploaded picture is rejected before decoding if it is a decompression bomb")
    func bombs() {
        func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
            func big(_ value: UInt32) -> [UInt8] {
                (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) }
            }
            let header = Array("IHDR".utf8) + big(width) + big(height) + [8, 2, 0, 0, 0]
            let crc =
                header.reduce(UInt32.max) { crc, byte in
                    (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in
                        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
                    }
                } ^ .max
            return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13) + header + big(crc)
                + [0, 0, 0, 0] + Array("IDAT".utf8) + [0x35, 0xAF, 0x06, 0x1E]
        }
        let clock = ContinuousClock()
        for (width, height): (UInt32, UInt32) in [
            (50_000, 50_000), (4001, 4000), (2_000_000_000, 2), (65_501, 100),
        ] {
            let took = clock.measure {
                #expect(throws: OwnPictureFault.tooManyPixels) {
                    try OwnPicture.header(of: png(width, height))
                }
            }
            #expect(took < .seconds(2))
        }
    }

    @Test("An uploaded picture of 2,000 KB is accepted, and one more byte is rejected")
    func bytes() throws {
        let jpeg = try Self.jpeg()
        let most = jpeg + [UInt8](repeating: 0, count: OwnPicture.mostBytes - jpeg.count)
        #expect(most.count == 2_000_000)
        #expect(try OwnPicture.cut(most, at: Self.center()).content.count < 300_000)
        #expect(throws: OwnPictureFault.tooLarge) {
            try OwnPicture.cut(most + [0], at: Self.center())
        }
    }

    @Test("An uploaded picture is rejected if the crop is outside, tiny or invalid")
    func places() throws {
        let jpeg = try Self.jpeg()
        for (a, b, tx, ty): (Double, Double, Double, Double) in [
            (1, 0, 5000, 0), (1, 0, -2000, 0), (0, 0, 450, 350), (0.01, 0, 450, 350),
            (100, 0, -30_000, -30_000), (.nan, 0, 0, 0), (1, .infinity, 0, 0), (1e308, 1e308, 0, 0),
        ] {
            let place = PicturePlace(SimilarityTransform(a: a, b: b, tx: tx, ty: ty))
            #expect(throws: OwnPictureFault.badPlace) { try OwnPicture.cut(jpeg, at: place) }
        }
        let small = try Self.jpeg(47, 300)
        #expect(throws: OwnPictureFault.tooSmall) { try OwnPicture.header(of: small) }
    }

    @Test("An uploaded picture waits in a queue, or is rejected if the queue is full")
    func boundedQueue() async throws {
        let queue = PictureQueue()
        let jpeg = try Self.jpeg()
        let place = Self.center()
        let results = await withTaskGroup(of: OwnPictureFault?.self) { group in
            for number in 0..<(PictureQueue.mostWaiting * 3) {
                group.addTask {
                    do throws(OwnPictureFault) {
                        let account = AccountID(rawValue: Int64(number))
                        _ = try await queue.cut(jpeg, at: place, for: account)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == nil } >= PictureQueue.mostWaiting)
        #expect(results.allSatisfy { $0 == nil || $0 == .busy })
        let later = try await queue.cut(jpeg, at: place, for: AccountID(rawValue: 1))
        #expect(later.type == "image/jpeg")
    }

    @Test("An uploaded picture waits for at most one picture of a family with many")
    func fairQueue() async throws {
        let queue = PictureQueue()
        let jpeg = try Self.jpeg()
        let place = Self.center()
        let (greedy, other) = (AccountID(rawValue: 1), AccountID(rawValue: 2))
        let results = await withTaskGroup(of: (AccountID, OwnPictureFault?).self) { group in
            for number in 0..<(PictureQueue.mostWaiting * 3) {
                let account = number % 12 == 11 ? other : greedy
                group.addTask {
                    do throws(OwnPictureFault) {
                        _ = try await queue.cut(jpeg, at: place, for: account)
                        return (account, nil)
                    } catch {
                        return (account, error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let others = results.filter { $0.0 == other }
        #expect(others.count == 6)
        #expect(others.count { $0.1 == nil } >= PictureQueue.mostOfFamily)
        #expect(results.contains { $0.0 == greedy && $0.1 == .busy })
    }
}
