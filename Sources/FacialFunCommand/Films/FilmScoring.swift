import CommandSupport
import FacialFun
import Glibc

/// Reading and scoring the films of a run.
struct FilmScoring {
    /// The pipeline.
    let recognizer: EmotionRecognizer
    /// Search budget and optional outputs.
    let options: RecognitionOptions
    /// For files the maximum number of frames per second, for a stream its frame rate.
    let framesPerSecond: Double?
    /// Whether standard input is a film.
    let isStream: Bool
    /// Resource limits of a frame.
    let limits: DecodeLimits

    /// Whether an input is read as a film.
    func reads(_ item: InputItem) -> Bool {
        item.isFilm || isStream && item == .standardInput
    }

    /// Creates the scoring of a film.
    func run(of item: InputItem) -> FilmRun {
        FilmRun(recognizer: recognizer, options: options, path: item.path)
    }

    /// Starts reading a film.
    ///
    /// - Throws: The reason why it cannot be read.
    func frames(of item: InputItem) throws(CommandError) -> any FrameSource {
        if item == .standardInput, let framesPerSecond {
            return StreamedFrames(
                descriptor: STDIN_FILENO, framesPerSecond: framesPerSecond, limits: limits)
        }
        // Reports the error here, with the message for all inputs, instead of ffmpeg's.
        guard item.path.withCString({ access($0, R_OK) }) == 0 else {
            throw CommandError(reading: errno)
        }
        return try FilmFrames(
            of: item.path, framesPerSecond: framesPerSecond, maxPixels: limits.maxPixels)
    }
}

extension InputPath {
    /// The path of a frame's pictures below the output folders: a folder for each film.
    func appending(frame number: Int) -> InputPath {
        let digits = "\(number)"
        let zeros = String(repeating: "0", count: max(0, 6 - digits.count))
        return appending(Array("frame\(zeros)\(digits)".utf8))
    }
}
