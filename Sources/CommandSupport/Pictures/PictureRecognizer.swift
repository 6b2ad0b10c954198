package import FacialFun
import FacialFunWire

/// Reads pictures and recognizes the faces in them; any number of threads may share it.
package struct PictureRecognizer: Sendable {
    /// The pipeline.
    package let recognizer: EmotionRecognizer
    /// Reads the bytes.
    package let reader: InputReader
    /// Search budget and optional outputs.
    package let options: RecognitionOptions
    /// Whether error messages name the options that change a limit, if the command has them.
    package let namesFlags: Bool

    /// Creates a recognizer of inputs.
    package init(
        recognizer: EmotionRecognizer,
        reader: InputReader = InputReader(maxBytes: DecodeLimits.commandLine.maxFileBytes),
        options: RecognitionOptions, namesFlags: Bool = false
    ) {
        self.recognizer = recognizer
        self.reader = reader
        self.options = options
        self.namesFlags = namesFlags
    }

    /// Reads an input and recognizes its faces.
    ///
    /// - Throws: The reason why it cannot be read or is rejected.
    package func recognition(of item: InputItem) throws(CommandError) -> Recognition {
        try recognition(of: reader.read(item), path: item.path)
    }

    /// Resource limits of a picture.
    private var decodeLimits: DecodeLimits {
        var limits = options.limits ?? recognizer.limits
        limits.maxFileBytes = min(limits.maxFileBytes, reader.maxBytes)
        return limits
    }

    /// Recognizes the faces of a picture in memory; WebP and HEIC need optional libraries.
    ///
    /// - Throws: The reason why it is rejected.
    package func recognition(
        of bytes: [UInt8], path: InputPath
    ) throws(CommandError) -> Recognition {
        do throws(FacialFunError) {
            guard let format = OptionalFormat(firstBytes: bytes) else {
                return try recognizer.recognize(bytes, path: path.text, options: options)
            }
            let png = try ForeignPicture(format: format).png(of: bytes, limits: decodeLimits)
            var found = try recognizer.recognize(png, path: path.text, options: options)
            found.report.image.format = format.rawValue
            return found
        } catch {
            throw CommandError(error, namesFlags: namesFlags)
        }
    }
}
