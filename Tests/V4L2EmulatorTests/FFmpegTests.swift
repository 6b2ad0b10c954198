import CameraTestSupport
import Foundation
import Testing
import TestSupport

/// ffmpeg reads from a camera.
@Suite(.needsFFmpeg)
struct FFmpegTests {
    @Test(arguments: [
        (CameraPixels.mjpeg, "mjpeg", 640, 480), (.mjpeg, "mjpeg", 1280, 720),
        (.yuyv, "yuyv422", 640, 480),
    ])
    func `ffmpeg copies the files byte for byte`(
        pixels: CameraPixels, name: String, width: Int, height: Int
    ) throws {
        let recorded = try RecordedFrames(pixels, width: width, height: height)
        let cameras = try recorded.cameras()
        let file = recorded.folder.path("copied")
        let program = try #require(ExternalProgram.ffmpeg)
        let result = try program.run(
            [
                "-v", "error", "-f", "v4l2", "-input_format", name, "-video_size",
                "\(width)x\(height)", "-framerate", "100", "-i", "/dev/video0", "-frames:v", "12",
                "-c", "copy", "-f", pixels == .mjpeg ? "mjpeg" : "rawvideo", file,
            ], with: cameras)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == recorded.bytes(of: 12))
        let journal = try cameras.journal()
        #expect(journal["opens"] == 1 && journal["closes"] == 1)
        #expect(journal["mmaps"] == journal["munmaps"])
    }

    /// v4l2convert.so also replaces open and related functions, and calls the camera by syscall().
    @Test(.enabled(if: ExternalProgram.converter != nil, "libv4l has no v4l2convert.so"))
    func `libv4l2 converts the frames of the camera`() throws {
        let recorded = try RecordedFrames(.yuyv, width: 320, height: 240)
        let file = recorded.folder.path("converted")
        let program = try #require(ExternalProgram.ffmpeg)
        let result = try program.run(
            [
                "-v", "error", "-f", "v4l2", "-input_format", "rgb24", "-video_size", "320x240",
                "-i", "/dev/video0", "-frames:v", "5", "-c", "copy", "-f", "rawvideo", file,
            ], with: recorded.cameras(), preloading: ExternalProgram.converter)
        let rgb = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
        try #require(rgb.count == 5 * 320 * 240 * 3, "\(result.errors)")
        let yuyv = [UInt8](recorded.bytes(of: 5))
        let differences = (0..<5 * 320 * 240).map { index in
            let (red, green, blue) = (rgb[3 * index], rgb[3 * index + 1], rgb[3 * index + 2])
            let light = 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
            // The converter copies luma unchanged, 16…235.
            return abs(light - Double(yuyv[2 * index]))
        }
        #expect(differences.reduce(0, +) / Double(differences.count) < 1)
    }

    @Test func `ffmpeg lists the formats`() throws {
        let cameras = try EmulatedCameras(V4L2UtilitiesTests.webcam)
        let program = try #require(ExternalProgram.ffmpeg)
        let result = try program.run(
            ["-f", "v4l2", "-list_formats", "all", "-i", "/dev/video0"], with: cameras)
        #expect(result.errors.contains("Motion-JPEG : 640x480 1280x720"), "\(result.errors)")
        #expect(result.errors.contains("YUYV 4:2:2 : 640x480"), "\(result.errors)")
    }
}
