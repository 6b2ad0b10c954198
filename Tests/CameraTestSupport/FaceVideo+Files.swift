import Foundation

extension FaceVideo {
    /// Writes frames for an emulated camera with `frames = folder`, into a subfolder named by the
    /// size, such as `640x480/000017.jpg`.
    ///
    /// - Parameters:
    ///   - pixels: The format.
    ///   - folder: The folder; it and its subfolder are created.
    ///   - frames: The frames to write; nil for all.
    /// - Returns: The paths of the files, in playing order.
    /// - Throws: If a frame cannot be encoded or written.
    @discardableResult
    package func write(
        _ pixels: CameraPixels, to folder: String, frames: Range<Int>? = nil
    ) throws -> [String] {
        let place = URL(fileURLWithPath: folder).appendingPathComponent("\(width)x\(height)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        return try (frames ?? 0..<count).map { index in
            let number = String(index)
            let name = String(repeating: "0", count: max(0, 6 - number.count)) + number
            let file = place.appendingPathComponent("\(name).\(pixels.suffix)")
            try Data(pixels.bytes(of: frame(index))).write(to: file)
            return file.path
        }
    }
}
