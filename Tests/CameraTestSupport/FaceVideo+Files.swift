import Foundation

extension FaceVideo {
    /// Writes frames where an emulated camera with `frames = folder` looks for them: into a folder
    /// named by the size, such as `640x480/000017.jpg`.
    ///
    /// - Parameters:
    ///   - pixels: The format.
    ///   - folder: The folder; it and the one below are made.
    ///   - frames: Which frames; nil for all.
    /// - Returns: The paths of the files, in the order in which they are played.
    /// - Throws: When a frame cannot be encoded or written.
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
