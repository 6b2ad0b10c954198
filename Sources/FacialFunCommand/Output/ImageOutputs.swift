import CommandSupport
import FacialFun
import FacialFunWire

/// Writes the pictures that were asked for beside the scores.
struct ImageOutputs: Sendable {
    /// Where annotated pictures go, if anywhere.
    let annotated: OutputFolder?
    /// Where face rectangles go, if anywhere.
    let rectangles: OutputFolder?
    /// The files that are scored, which no picture replaces.
    var inputs: Set<InputWalker.FileIdentity> = []

    /// Whether there is anything to write.
    var isEmpty: Bool { annotated == nil && rectangles == nil }

    /// Writes the pictures of one image.
    ///
    /// - Parameters:
    ///   - image: What was found in it.
    ///   - stem: Its path below the folders, without suffix.
    /// - Returns: What could not be written; nothing else is given up for it.
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
            for place in image.report.faces.indices {
                guard let rectangle = image.rectangle(ofFace: place) else { continue }
                attempt { () throws(CommandError) in
                    try rectangles.write(
                        Self.png(rectangle.image, stem), stem: stem,
                        suffix: ".face\(place + 1).png", sparing: inputs)
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
