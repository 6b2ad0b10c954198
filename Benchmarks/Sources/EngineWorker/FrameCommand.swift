import ArgumentParser
import EmotionRecognition
import Emotions
import FaceAnalysis
import FoundationEssentials

/// Runs the whole pipeline on one picture.
struct FrameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frame",
        abstract: "Score one picture, from the bytes of its file to its scores.")

    /// How hard faces are searched for.
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

    @Option(help: "How hard to search: live, service or thorough.")
    var search = Search.live

    func run() throws {
        let recognizer = try EmotionRecognizer(
            models: ModelDirectory.locate(option: models, environment: [:], executablePath: "."))
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: picture)))
        let options = RecognitionOptions(budget: search.budget)
        let report = try recognizer.recognize(bytes, path: picture, options: options).report
        try Exchange.serve(#"{"faces":\#(report.faces.count)}"#) {
            _ = try recognizer.recognize(bytes, path: picture, options: options)
        }
    }
}
