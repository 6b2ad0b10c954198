import CameraTestSupport
import Foundation
import TestSupport

/// Frames for emulated cameras, generated once for all tests.
enum Recordings {
    /// Happy faces at 640×480 as JPEG, some of them also as YUYV, NV12 and GREY.
    static let folder = Result {
        let folder = try TemporaryFolder()
        let video = try FaceVideo(
            width: 640, height: 480, pictures: ["collins.jpg"], framesPerPicture: 24)
        try video.write(.mjpeg, to: folder.path)
        for pixels in [CameraPixels.yuyv, .nv12, .gray] {
            try video.write(pixels, to: folder.path, frames: 0..<2)
        }
        let wide = try FaceVideo(
            width: 1280, height: 720, pictures: ["collins.jpg"], framesPerPicture: 4)
        try wide.write(.mjpeg, to: folder.path)
        return folder
    }

    /// The text of a file with one camera.
    ///
    /// - Parameters:
    ///   - formats: Lines such as `MJPG 640x480@30`.
    ///   - further: Further lines, such as faults.
    /// - Returns: The text, for `/dev/video0`.
    /// - Throws: If the frames cannot be generated.
    static func camera(_ formats: [String], _ further: [String] = []) throws -> String {
        let lines =
            ["[/dev/video0]", "name = Emulated Webcam", "id = usb-Emulated-video-index0"]
            + formats.map { "format = \($0)" } + ["frames = \(try folder.get().path)"] + further
        return lines.joined(separator: "\n") + "\n"
    }

    /// A camera that plays stripes at the given rate, which costs no computing time.
    static func stripes(_ rate: Int, _ further: [String] = []) -> String {
        let lines =
            [
                "[/dev/video0]", "name = Stripes", "format = GREY 64x48@\(rate)",
                "frames = pattern",
            ] + further
        return lines.joined(separator: "\n") + "\n"
    }
}
