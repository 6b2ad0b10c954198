package import FacialFun
import FacialFunWire

/// Takes a picture from where its bytes lie to what was recognized in it; any number of threads may
/// share it.
package struct PictureRecognizer: Sendable {
    /// The pipeline.
    package let recognizer: EmotionRecognizer
    /// Reads the bytes.
    package let reader: InputReader
    /// Search budget and optional outputs.
    package let options: RecognitionOptions
    /// Whether a refusal names the flag that changes the limit: where the command has it.
    package let namesFlags: Bool

    /// Makes a recognizer of inputs.
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

    /// Reads an input and recognizes what it shows.
    ///
    /// - Throws: Why its bytes cannot be had, or are refused.
    package func recognition(of item: InputItem) throws(CommandError) -> Recognition {
        try recognition(of: reader.read(item), path: item.path)
    }

    /// Resource limits of a picture.
    private var decodeLimits: DecodeLimits {
        var limits = options.limits ?? recognizer.limits
        limits.maxFileBytes = min(limits.maxFileBytes, reader.maxBytes)
        return limits
    }

    /// Recognizes what the bytes of a picture show; WebP and HEIC by libraries that need not be there.
    ///
    /// - Throws: Why they are refused.
    package func recognition(
        of bytes: [UInt8], path: InputPath
    ) throws(CommandError) -> Recognition {
        do throws(ImageError) {
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
