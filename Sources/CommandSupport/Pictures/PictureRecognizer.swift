package import EmotionRecognition
import FaceImaging

/// Takes a picture from where its bytes lie to what was recognized in it; any number of threads may
/// share it.
package struct PictureRecognizer: Sendable {
    /// The pipeline.
    package let recognizer: EmotionRecognizer
    /// Reads the bytes.
    package let reader: InputReader
    /// How hard to search, and what is wanted beside the scores.
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

    /// Recognizes what the bytes of a picture show.
    ///
    /// - Throws: Why they are refused.
    package func recognition(
        of bytes: [UInt8], path: InputPath
    ) throws(CommandError) -> Recognition {
        do throws(ImageError) {
            return try recognizer.recognize(bytes, path: path.text, options: options)
        } catch {
            throw CommandError(error, namesFlags: namesFlags)
        }
    }
}
