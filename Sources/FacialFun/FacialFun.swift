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
/// Loading takes about 40 milliseconds; create one recognizer and keep it. It is immutable: any
/// number of threads may use it at once. The same bytes give the same scores, bit for bit.
public final class Recognizer: Sendable {
    /// The name and version of the emotion network.
    public var model: ModelSummary { pipeline.model }

    let pipeline: EmotionRecognizer
    private let matcher: Matcher
    private let limits: DecodeLimits

    /// Loads the networks, the levels and the hints.
    ///
    /// Without a folder, the models are searched for in the folder in the environment variable
    /// `FACIALFUN_MODELS`, next to the running program (`../share/facialfun/Models`), and in the
    /// package that the program was built from.
    ///
    /// - Parameters:
    ///   - models: The path of a folder of models; nil to search for it.
    ///   - limits: Resource limits of one picture.
    /// - Throws: `modelsNotFound`, or the error of a damaged model, of the levels or of the hints.
    public init(
        models: String? = nil, limits: DecodeLimits = .commandLine
    ) throws(FacialFunError) {
        let directory = try ModelDirectory.locate(
            option: models, environment: Environment.ofProcess(), executablePath: Executable.path)
        pipeline = try EmotionRecognizer(models: directory, limits: limits)
        let levels = try LevelsFile(
            bytes: Self.contents(of: directory.levelsFile, atMost: 4_000_000),
            file: directory.levelsFile)
        let hints = try HintTable(
            bytes: Self.contents(of: directory.hintsFile, atMost: 4_000_000),
            file: directory.hintsFile)
        try levels.check(
            model: pipeline.model, judgingAt: pipeline.judgingPoint, file: directory.levelsFile)
        try hints.check(model: pipeline.model, file: directory.hintsFile)
        matcher = Matcher(levels: levels, hints: hints)
        self.limits = limits
    }

    /// Scores every face in a picture file.
    ///
    /// - Parameters:
    ///   - path: The path of a JPEG or PNG file.
    ///   - workers: Number of threads; it does not affect the results.
    /// - Returns: The faces, largest first; an empty list is a normal result.
    /// - Throws: `unreadable` if the file cannot be read, a code such as `corrupt` if it is not a
    ///   valid JPEG or PNG within the limits.
    public func report(on path: String, workers: Int = 1) throws(FacialFunError) -> ImageReport {
        let bytes = try Self.contents(of: path, atMost: limits.maxFileBytes)
        return try report(onBytes: bytes, path: path, workers: workers)
    }

    /// Scores every face in a picture in memory.
    ///
    /// - Parameters:
    ///   - bytes: A whole JPEG or PNG file.
    ///   - path: The picture's path in the report.
    ///   - workers: Number of threads; it does not affect the results.
    /// - Returns: The faces, largest first; an empty list is a normal result.
    /// - Throws: A code such as `corrupt` if the bytes are not a valid JPEG or PNG within the
    ///   limits.
    public func report(
        onBytes bytes: [UInt8], path: String = "-", workers: Int = 1
    ) throws(FacialFunError) -> ImageReport {
        precondition(workers >= 1, "at least one thread is required")
        do throws(FacialFunError) {
            return try pipeline.recognize(
                bytes, path: path, options: RecognitionOptions(workers: workers)
            ).report
        } catch {
            throw FacialFunError(code: error.code, message: "\(path): \(error.message)")
        }
    }

    /// Judges whether the faces in a picture show an emotion.
    ///
    /// The rules are those of `facialfun match`: bad light, a turned head or several faces give
    /// `cannotJudge`; the person does not fail.
    ///
    /// - Parameters:
    ///   - faces: The faces of one picture, from a report or a camera frame.
    ///   - target: The target emotion.
    ///   - level: The difficulty.
    /// - Returns: The verdict, with a hint if one is sure to help.
    public func verdict(on faces: [FaceReport], target: Emotion, level: Level) -> Verdict {
        matcher.judge(Observation(of: faces), target: target, level: level)
    }

    /// The emotions that a level offers: faces that show them pass, and other faces do not.
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
            message: "\(path) is larger than the limit of \(limit) bytes; save it smaller")
    }
}
