import CommandSupport
import FacialFun
import FacialFunWire

/// Writes the requested pictures in addition to the scores.
struct ImageOutputs: Sendable {
    /// Folder of annotated pictures; nil if not requested.
    let annotated: OutputFolder?
    /// Folder of face rectangles; nil if not requested.
    let rectangles: OutputFolder?
    /// The input files, which no picture replaces.
    var inputs: Set<InputWalker.FileIdentity> = []

    /// Whether there is anything to write.
    var isEmpty: Bool { annotated == nil && rectangles == nil }

    /// Writes the pictures of one image.
    ///
    /// - Parameters:
    ///   - image: The recognized faces.
    ///   - stem: Its path below the folders, without suffix.
    /// - Returns: The errors; each picture is attempted.
    func write(_ image: Recognition, stem: InputPath) -> [CommandError] {
        var errors: [CommandError] = []
        func attempt(_ write: () throws(CommandError) -> Void) {
            do throws(CommandError) { try write() } catch { errors.append(error) }
        }
        if let annotated, let picture = image.picture {
            attempt { () throws(CommandError) in
                let drawn = Annotator.annotated(
                    picture.image, toFull: picture.toFull, faces: image.report.faces)
                try annotated.write(
                    Self.png(drawn, stem), stem: stem, suffix: ".annotated.png", sparing: inputs)
            }
        }
        if let rectangles {
            for index in image.report.faces.indices {
                guard let rectangle = image.rectangle(ofFace: index) else { continue }
                attempt { () throws(CommandError) in
                    try rectangles.write(
                        Self.png(rectangle.image, stem), stem: stem,
                        suffix: ".face\(index + 1).png", sparing: inputs)
                }
            }
        }
        return errors
    }

    private static func png(_ image: Image, _ stem: InputPath) throws(CommandError) -> [UInt8] {
        do {
            return try PNGEncoder().encode(image)
        } catch {
            throw CommandError(writing: "the picture \(stem.display)", because: error.message)
        }
    }
}
