import CameraTestSupport
import FacialFun
import Foundation
import Testing
import TestSupport

/// The video that the emulated camera plays.
struct FaceVideoTests {
    @Test func `A frame is identical in every run`() throws {
        let (one, other) = (
            try FaceVideo(width: 160, height: 120), try FaceVideo(width: 160, height: 120)
        )
        #expect(one.count == 6 * 50)
        #expect(one.frame(77) == other.frame(77))
        #expect(one.frame(77) != one.frame(78))
    }

    @Test func `Light changes within a scene`() throws {
        let video = try FaceVideo(width: 160, height: 120, pictures: ["hopper.jpg"])
        let means = (0..<50).map { index in
            let gray = video.frame(index).gray()
            return Double(gray.reduce(0) { $0 + Int($1) }) / Double(gray.count)
        }
        #expect((means.max() ?? 0) - (means.min() ?? 0) > 20)
    }

    @Test func `A JPEG frame decodes to nearly the same picture`() throws {
        let image = try FaceVideo(width: 320, height: 240).frame(0)
        let decoded = try ImageDecoder().decode(CameraPixels.mjpeg.bytes(of: image)).image
        #expect(decoded.width == 320 && decoded.height == 240)
        let difference = zip(image.gray(), decoded.gray())
            .reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(difference) / Double(320 * 240) < 3)
    }

    /// White, black, red and blue in the studio range of ITU-R BT.601.
    @Test func `YUYV holds the colors of BT.601`() throws {
        let rgb: [UInt8] = [255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 255]
        let image = Image(width: 4, height: 1) { _ = $0.update(fromContentsOf: rgb) }
        #expect(
            try CameraPixels.yuyv.bytes(of: image) == [235, 128, 235, 128, 81, 165, 41, 175])
    }

    @Test func `Raw formats have the byte count of their size`() throws {
        let image = try FaceVideo(width: 64, height: 48).frame(3)
        #expect(try CameraPixels.yuyv.bytes(of: image).count == 64 * 48 * 2)
        #expect(try CameraPixels.nv12.bytes(of: image).count == 64 * 48 * 3 / 2)
        #expect(try CameraPixels.gray.bytes(of: image).count == 64 * 48)
    }
}
