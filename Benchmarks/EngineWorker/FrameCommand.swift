import ArgumentParser
import FacialFun
import FacialFunWire
import FoundationEssentials

/// Runs the whole pipeline on one picture.
struct FrameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frame",
        abstract: "Score one picture, from the bytes of its file to its scores.")

    /// Search budget.
    enum Search: String, CaseIterable, ExpressibleByArgument {
        case live
        case service
        case thorough

        /// The budget of the search.
        var budget: SearchBudget {
            switch self {
            case .live: .live
            case .service: .service
            case .thorough: .commandLine
            }
        }
    }

    @Argument(help: "A JPEG or PNG file.")
    var picture: String

    @Option(help: "The folder of the models.")
    var models: String

    @Option(help: "Search budget: live, service or thorough.")
    var search = Search.live

    @Option(help: "Number of threads that share the work on the faces.")
    var threads = 1

    @Flag(help: "Treat each run as the next frame of a video, and track faces.")
    var follow = false

    func run() throws {
        let recognizer = try EmotionRecognizer(
            models: ModelDirectory.locate(option: models, environment: [:], executablePath: "."))
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: picture)))
        if follow { return try serveVideo(recognizer, bytes) }
        let options = RecognitionOptions(budget: search.budget, workers: threads)
        let report = try recognizer.recognize(bytes, path: picture, options: options).report
        try Exchange.serve(#"{"faces":\#(report.faces.count)}"#) {
            _ = try recognizer.recognize(bytes, path: picture, options: options)
        }
    }

    /// Frames of Motion JPEG at 30 per second, decoded like those of a camera: reduced to no less
    /// than 640×360, into the memory of the previous frame.
    private func serveVideo(_ recognizer: EmotionRecognizer, _ bytes: [UInt8]) throws {
        let decoder = ImageDecoder(limits: .commandLine)
        let header = try decoder.header(of: bytes)
        let reduction =
            [8, 4, 2].first { header.width / $0 >= 640 && header.height / $0 >= 360 } ?? 1
        let frames = FrameRecognizer(
            recognizer, budget: search.budget, workers: threads)
        var memory = ReusableImage()
        var milliseconds = 0.0
        func next() throws -> FrameReport {
            milliseconds += 1000.0 / 30
            let picture = try decoder.decode(
                bytes, options: DecodeOptions(reduction: reduction), into: &memory)
            return frames.recognize(picture, atMilliseconds: milliseconds)
        }
        let first = try next()
        try Exchange.serve(#"{"faces":\#(first.faces.count)}"#) { _ = try next() }
    }
}
