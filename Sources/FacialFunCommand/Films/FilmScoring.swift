import CommandSupport
import FacialFun
import Glibc

/// How the films of a run are read and scored.
struct FilmScoring {
    /// The pipeline.
    let recognizer: EmotionRecognizer
    /// How hard to search, and what is wanted beside the scores.
    let options: RecognitionOptions
    /// Of files at most so many frames of a second are scored; of a stream so many are shown in one.
    let framesPerSecond: Double?
    /// Whether standard input is a film.
    let isStream: Bool
    /// What a frame may cost.
    let limits: DecodeLimits

    /// Whether an input is read as a film.
    func takes(_ item: InputItem) -> Bool {
        item.isFilm || isStream && item == .standardInput
    }

    /// What scores a film.
    func run(of item: InputItem) -> FilmRun {
        FilmRun(recognizer: recognizer, options: options, path: item.path)
    }

    /// Begins to read a film.
    ///
    /// - Throws: Why it cannot be read.
    func frames(of item: InputItem) throws(CommandError) -> any FrameSource {
        if item == .standardInput, let framesPerSecond {
            return StreamedFrames(
                descriptor: STDIN_FILENO, framesPerSecond: framesPerSecond, limits: limits)
        }
        // Said here in the words that all inputs have; ffmpeg's own are others.
        guard item.path.withCString({ access($0, R_OK) }) == 0 else {
            throw CommandError(reading: errno)
        }
        return try FilmFrames(
            of: item.path, framesPerSecond: framesPerSecond, maxPixels: limits.maxPixels)
    }
}

extension InputPath {
    /// Where the pictures of a frame go below the output folders: a folder for each film.
    func appending(frame number: Int) -> InputPath {
        let digits = "\(number)"
        let zeros = String(repeating: "0", count: max(0, 6 - digits.count))
        return appending(Array("frame\(zeros)\(digits)".utf8))
    }
}
