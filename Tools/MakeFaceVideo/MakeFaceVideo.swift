import CameraTestSupport
import Foundation

/// Writes the face video of the emulated camera: `MakeFaceVideo FOLDER [FRAMES]` makes MJPG at
/// 640×480 and 1280×720, YUYV at 640×480, and a camera file for each.
@main
enum MakeFaceVideo {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first, arguments.count <= 2,
            let framesPerPicture = arguments.count == 2 ? arguments.last.flatMap({ Int($0) }) : 50,
            framesPerPicture > 0
        else {
            FileHandle.standardError.write(
                Data("Usage: MakeFaceVideo FOLDER [frames for each picture]\n".utf8))
            exit(64)
        }
        let videos: [(CameraPixels, Int, Int)] = [
            (.yuyv, 640, 480), (.mjpeg, 640, 480), (.mjpeg, 1280, 720),
        ]
        for (pixels, width, height) in videos {
            let video = try FaceVideo(
                width: width, height: height, framesPerPicture: framesPerPicture)
            let frames = folder + "/frames"
            try video.write(pixels, to: frames)
            let name = "\(pixels.rawValue.lowercased())-\(width)x\(height)"
            let place = URL(fileURLWithPath: frames).standardizedFileURL.path
            let description = """
                [/dev/video0]
                name = Recorded faces
                id = usb-FacialFun_Recorded_Faces_0001-video-index0
                format = \(pixels.rawValue) \(width)x\(height)@30
                frames = \(place)

                """
            let file = "\(folder)/\(name).conf"
            try Data(description.utf8).write(to: URL(fileURLWithPath: file))
            print("\(video.count) frames of \(name): \(file)")
        }
    }
}
