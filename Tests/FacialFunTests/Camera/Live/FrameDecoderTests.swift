import FacialFunWire
import Testing

@testable import FacialFun

struct FrameDecoderTests {
    @Test(
        "a frame is reduced to no less than 640×360 pixels",
        arguments: [
            (320, 240, 1), (640, 480, 1), (1279, 720, 1), (1280, 720, 2), (1280, 719, 1),
            (1920, 1080, 2), (2560, 1440, 4), (5120, 2880, 8), (9999, 9999, 8),
        ])
    func reduction(width: Int, height: Int, expected: Int) {
        let mode = LiveFrames.mode(.mjpeg, width, height)
        #expect(FrameDecoder.reduction(mode, [8, 4, 2]) == expected)
    }

    @Test("a gray frame becomes its own pixels, mirrored on request")
    func gray() throws {
        let bytes: [UInt8] = [0, 50, 100, 150, 200, 250]
        var decoder = FrameDecoder()
        let plain = try decoder.decode(LiveFrames.frame(bytes, LiveFrames.mode(.gray, 3, 2)))
        #expect((plain.width, plain.height) == (3, 2))
        #expect(plain.image.gray() == bytes)
        let mode = LiveFrames.mode(.gray, 3, 2, mirrored: true)
        let mirrored = try decoder.decode(LiveFrames.frame(bytes, mode))
        #expect(mirrored.image.gray() == [100, 50, 0, 250, 200, 150])
    }

    @Test("a large raw frame is halved and reports its original size")
    func halved() throws {
        let bytes = [UInt8](repeating: 77, count: 1280 * 720)
        var decoder = FrameDecoder()
        let picture = try decoder.decode(
            LiveFrames.frame(bytes, LiveFrames.mode(.gray, 1280, 720)))
        #expect((picture.width, picture.height) == (1280, 720))
        #expect((picture.image.width, picture.image.height) == (640, 360))
        #expect(picture.toFull.scale == 2)
        #expect(picture.image.gray().allSatisfy { $0 == 77 })
    }

    @Test(
        "a frame with too few bytes is an error, and the next one is decoded",
        arguments: [PixelFormat.gray, .yuyv, .nv12, .rgb, .mjpeg])
    func truncated(format: PixelFormat) throws {
        var decoder = FrameDecoder()
        let mode = LiveFrames.mode(format, 64, 48)
        #expect(throws: FacialFunError.self) {
            _ = try decoder.decode(LiveFrames.frame([1, 2, 3], mode))
        }
        let next = try decoder.decode(
            LiveFrames.frame([9, 9], LiveFrames.mode(.gray, 2, 1)))
        #expect(next.image.width == 2)
    }

    @Test("a JPEG frame has the size in its file, not that of the mode")
    func jpeg() throws {
        let bytes = try LiveFrames.jpeg()
        let whole = try ImageDecoder().decode(bytes).image
        var decoder = FrameDecoder()
        let picture = try decoder.decode(
            LiveFrames.frame(bytes, LiveFrames.mode(.mjpeg, 1, 1)))
        #expect((picture.width, picture.height) == (whole.width, whole.height))
        #expect(picture.image.gray() == whole.gray())
    }
}
