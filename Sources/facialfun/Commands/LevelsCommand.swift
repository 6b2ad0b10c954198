import ArgumentParser
import EmotionRecognition
import Emotions
import FaceImaging
import FacialFunLevels
import Glibc

/// `facialfun levels`: what each level asks, and how often it is passed, rightly and wrongly.
struct LevelsCommand: ParsableCommand {
    /// How the levels are printed.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        /// For people.
        case table
        /// The file's own shape, levels.schema.json.
        case json
    }

    static let configuration = CommandConfiguration(
        commandName: "levels",
        abstract: "Print the levels of the game: thresholds, pass and false-accept rates.",
        discussion: """
            For each emotion and level: the score from which a face matches, the share of faces with \
            that label that pass, the share of other faces that pass, and the emotion that passes \
            most often. What is not offered would let too many other faces pass.

            Your own file is checked, too: what is wrong is named with its line.

            EXAMPLES
              facialfun levels
              facialfun levels --file ours.json
              facialfun levels --format json > ours.json

            EXIT CODES
              0   the levels are sound
              3   they are missing or unsound, or output could not be written
              64  the command line is wrong
            """)

    @Option(help: "How to print: \(Format.allValueStrings.joined(separator: ", ")).")
    var format = Format.table

    @Option(
        help: ArgumentHelp("Your own levels, in place of levels.json.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var file: String?

    @OptionGroup var shared: SharedOptions

    func validate() throws {
        if file?.isEmpty == true {
            throw ValidationError("The path of --file is empty: is a variable unset?")
        }
    }

    /// Sees that the levels are those of the network's scores; says so where there is no network.
    private func check(_ levels: LevelsFile, _ path: InputPath) throws(NotFit) {
        let model: ModelSummary
        do throws(NotFit) {
            model = try Recognizing.recognizer(model: shared.model, limits: .commandLine).model
        } catch {
            guard file != nil, shared.model == nil else { throw error }
            let message = "\(path.display) was not compared with a network: \(error.message)"
            Complaint(subject: nil, message: message).print(style: shared.style(STDERR_FILENO))
            return
        }
        do throws(LevelsError) {
            try levels.check(model: model, file: path.display)
        } catch {
            throw NotFit(message: error.message)
        }
    }

    func run() throws {
        StandardStreams.reserveClosed()
        do {
            var arguments = RawArguments.ofProcess()
            let path =
                try file.map { arguments.path($0) }
                ?? InputPath(JudgeFiles.directory(model: shared.model).levelsFile)
            let levels = try JudgeFiles.levels(path)
            try check(levels, path)
            switch format {
            case .table:
                let style = shared.style(STDOUT_FILENO)
                try StandardStreams.print(
                    LevelsTable(levels: levels, path: path.display, style: style).text)
            case .json:
                try StandardStreams.print(levels.json.indentedText() + "\n")
            }
        } catch let error as NotFit {
            Complaint(subject: nil, message: error.message).print(
                style: shared.style(STDERR_FILENO))
            throw ExitCodes.notFit
        } catch let error as OutputError {
            Complaint(subject: nil, message: error.message).print(
                style: shared.style(STDERR_FILENO))
            throw ExitCodes.notFit
        }
    }
}
