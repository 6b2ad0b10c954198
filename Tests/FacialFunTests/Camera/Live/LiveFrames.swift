import Foundation
import TestSupport

@testable import FacialFun

/// Frames like those of a camera.
enum LiveFrames {
    /// A JPEG of the sample faces.
    static func jpeg(_ name: String = "collins.jpg") throws -> [UInt8] {
        try [UInt8](
            Data(contentsOf: URL(fileURLWithPath: ModelsFolder.path + "/../SampleFaces/" + name)))
    }

    /// A mode with tight rows.
    static func mode(
        _ format: PixelFormat, _ width: Int, _ height: Int, mirrored: Bool = false
    ) -> CameraMode {
        let bytesPerPixel = [PixelFormat.mjpeg: 0, .rgb: 3, .yuyv: 2][format] ?? 1
        return CameraMode(
            pixelFormat: format, code: FourCC(0), width: width, height: height,
            bytesPerLine: width * bytesPerPixel, rate: 30, isFullRange: true,
            needsMirroring: mirrored)
    }

    /// A frame that owns its bytes.
    static func frame(
        _ bytes: [UInt8], _ mode: CameraMode, sequence: Int = 0, milliseconds: Double = 0
    ) -> CameraFrame {
        CameraFrame(
            sequence: sequence, timestamp: Int64(milliseconds * 1e6), hasDriverTime: true,
            mode: mode, storage: .owned(bytes))
    }
}
