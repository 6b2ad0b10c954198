import CameraTestSupport
import Foundation
import TestSupport

/// A few frames of the face video in a folder, for an emulated camera.
struct RecordedFrames {
    let folder: TemporaryFolder
    let pixels: CameraPixels
    let width: Int
    let height: Int
    /// The frames of the camera in order, before it repeats them.
    let frames: [Data]

    init(_ pixels: CameraPixels, width: Int, height: Int, count: Int = 5) throws {
        folder = try TemporaryFolder()
        self.pixels = pixels
        self.width = width
        self.height = height
        let video = try FaceVideo(width: width, height: height, pictures: ["hopper.jpg"])
        frames = try video.write(pixels, to: folder.path, frames: 0..<count)
            .map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    }

    /// A camera that plays them at 100 per second to keep tests short, and drops none on a busy
    /// machine.
    ///
    /// `more` has further lines.
    func cameras(_ more: String = "") throws -> EmulatedCameras {
        try EmulatedCameras(
            """
            [/dev/video0]
            name = Recorded Faces
            bus = usb-0000:00:14.0-1
            id = usb-FacialFun_Recorded_Faces_0001-video-index0
            format = \(pixels.rawValue) \(width)x\(height)@100,30
            frames = \(folder.path)
            waits = yes
            \(more)
            """)
    }

    /// The output of a program that copies the given number of frames.
    func bytes(of count: Int) -> Data {
        (0..<count).reduce(into: Data()) { $0.append(frames[$1 % frames.count]) }
    }
}
