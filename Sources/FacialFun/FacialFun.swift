@_exported public import FacialFunWire
import Glibc

/// Scores the emotions that faces show, and judges whether a face shows a target emotion.
///
/// ```swift
/// let recognizer = try Recognizer()
/// let report = try recognizer.report(on: "photo.jpg")
/// print(report.faces.map(\.top))
/// ```
///
/// Loading takes about 40 milliseconds; make one recognizer and keep it. It is immutable: any number of
/// threads may use it at once, and the same bytes give the same scores, bit for bit.
public final class Recognizer: Sendable {
    /// The name and version of the emotion network.
    public var model: ModelSummary { pipeline.model }

    let pipeline: EmotionRecognizer
    private let matcher: Matcher
    private let limits: DecodeLimits

    /// Loads the networks, the levels and the hints.
    ///
    /// Without a folder, the models are those that the environment variable `FACIALFUN_MODELS` names,
    /// those installed with the running program (`../share/facialfun/Models`), or those of the package
    /// that the program was built from.
    ///
    /// - Parameters:
    ///   - models: The path of a folder of models; nil to search for it.
    ///   - limits: What one picture may cost.
    /// - Throws: `modelsUnavailable` when no models are found or they are damaged.
    public init(
        models: String? = nil, limits: DecodeLimits = .commandLine
    ) throws(FacialFunError) {
        do {
            let directory = try ModelDirectory.locate(
                option: models, environment: Environment.ofProcess(),
                executablePath: Executable.path)
            pipeline = try EmotionRecognizer(models: directory, limits: limits)
            let levels = try LevelsFile(
                bytes: Self.contents(of: directory.levelsFile, atMost: 4_000_000),
                file: directory.levelsFile)
            let hints = try HintTable(
                bytes: Self.contents(of: directory.hintsFile, atMost: 4_000_000),
                file: directory.hintsFile)
            try levels.check(
                model: pipeline.model, judgingAt: pipeline.judgingPoint,
                file: directory.levelsFile)
            try hints.check(model: pipeline.model, file: directory.hintsFile)
            matcher = Matcher(levels: levels, hints: hints)
            self.limits = limits
        } catch {
            throw FacialFunError(code: .modelsUnavailable, message: "\(error)")
        }
    }

    /// Scores every face of a picture file.
    ///
    /// - Parameters:
    ///   - path: The path of a JPEG or PNG file.
    ///   - workers: How many threads share the work; the results are the same.
    /// - Returns: The faces, from the largest to the smallest; none is a normal answer.
    /// - Throws: `unreadable` when the file cannot be read, `pictureRefused` when it is no sound JPEG
    ///   or PNG within the limits.
    public func report(on path: String, workers: Int = 1) throws(FacialFunError) -> ImageReport {
        let bytes = try Self.contents(of: path, atMost: limits.maxFileBytes)
        return try report(onBytes: bytes, path: path, workers: workers)
    }

    /// Scores every face of a picture in memory.
    ///
    /// - Parameters:
    ///   - bytes: A whole JPEG or PNG file.
    ///   - path: What the report gives as the picture's path.
    ///   - workers: How many threads share the work; the results are the same.
    /// - Returns: The faces, from the largest to the smallest; none is a normal answer.
    /// - Throws: `pictureRefused` when the bytes are no sound JPEG or PNG within the limits.
    public func report(
        onBytes bytes: [UInt8], path: String = "-", workers: Int = 1
    ) throws(FacialFunError) -> ImageReport {
        precondition(workers >= 1, "at least one thread does the work")
        do throws(ImageError) {
            return try pipeline.recognize(
                bytes, path: path, options: RecognitionOptions(workers: workers)
            ).report
        } catch {
            throw FacialFunError(code: .pictureRefused, message: "\(path): \(error.message)")
        }
    }

    /// Judges whether the faces of a picture show an emotion.
    ///
    /// The same rules as in `facialfun match`: bad light, a turned head or several faces give
    /// `cannotJudge`, never a failure of the person.
    ///
    /// - Parameters:
    ///   - faces: The faces of one picture, as a report or a camera frame lists them.
    ///   - target: The target emotion.
    ///   - level: How clear it must be.
    /// - Returns: The verdict, with a hint where one is sure to help.
    public func verdict(on faces: [FaceReport], target: Emotion, level: Level) -> Verdict {
        matcher.judge(Observation(ImageJudgement(of: faces)), target: target, level: level)
    }

    /// The emotions that a level offers: those whose own faces pass while the others do not.
    public func emotions(offeredAt level: Level) -> [Emotion] { matcher.levels.offered(at: level) }

    /// Reads a whole file.
    private static func contents(
        of path: String, atMost limit: Int
    ) throws(FacialFunError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FacialFunError(
                code: .unreadable, message: "cannot open \(path): \(Errno.current)")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            var count = 0
            do throws(Errno) {
                let chunk = try [UInt8](unsafeUninitializedCapacity: 1 << 16) {
                    (buffer, filled) throws(Errno) in
                    filled = 0
                    while true {
                        let result = read(descriptor, buffer.baseAddress, buffer.count)
                        if result >= 0 {
                            filled = result
                            return
                        }
                        if errno != EINTR { throw Errno.current }
                    }
                }
                count = chunk.count
                bytes += chunk
            } catch {
                throw FacialFunError(code: .unreadable, message: "cannot read \(path): \(error)")
            }
            if count == 0 { return bytes }
        }
        throw FacialFunError(
            code: .unreadable,
            message: "\(path) has more than \(limit) bytes, the limit; save it smaller")
    }
}

/// An error with a stable code and a message that names the object and the remedy.
public struct FacialFunError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, CaseIterable, Sendable {
        /// The models were not found, or are damaged.
        case modelsUnavailable
        /// A file cannot be opened or read.
        case unreadable
        /// A picture is no JPEG or PNG, is damaged, or exceeds a limit.
        case pictureRefused
        /// No camera fits, or it gives no pictures.
        case cameraUnavailable
    }

    /// The kind of failure.
    public let code: Code
    /// Message for people, in one or two sentences.
    public let message: String

    /// The message.
    public var description: String { message }
}
