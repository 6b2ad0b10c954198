import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunWire
import Glibc

/// `facialfun levels`: the requirements of each level, and its true and false match rates.
struct LevelsCommand: ParsableCommand {
    /// Format of the levels.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        /// For people.
        case table
        /// The JSON format of the file, as described by levels.schema.json.
        case json
    }

    static let configuration = CommandConfiguration(
        commandName: "levels",
        abstract: "Print the levels of the game: thresholds, pass and false-accept rates.",
        discussion: """
            For each emotion and level: the score from which a face matches, the share of faces \
            with that label that pass, the share of other faces that pass, and the other emotion \
            that passes most often. An emotion is not offered if too many other faces would pass.

            Your own file is checked, too: errors are reported with their line.

            --fit measures new thresholds on pictures that you have the right to use, in folders \
            as for facialfun-lab evaluate: EMOTION or PERSON/EMOTION. Hold times, hints and the \
            intended pass rates stay. With people who have neutral pictures, thresholds with a \
            baseline are measured, too. An emotion with too few faces keeps its thresholds.

            EXAMPLES
              facialfun levels
              facialfun levels --file ours.json
              facialfun levels --format json > ours.json
              facialfun levels --fit OurPeople --output ours.json

            EXIT CODES
              0   the levels are valid
              1   some pictures for the fit could not be read
              3   they are missing or invalid, or output could not be written
              64  the command line is wrong
            """)

    @Option(help: "How to print: \(Format.allValueStrings.joined(separator: ", ")).")
    var format = Format.table

    @Option(
        help: ArgumentHelp("Your own levels, instead of levels.json.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var file: String?

    @Option(
        name: .customLong("fit"),
        help: ArgumentHelp(
            "Measure thresholds on labeled pictures; may be given several times.",
            valueName: "folder"), completion: .directory)
    var folders: [String] = []

    @Flag(help: "The pictures for the fit are face crops.")
    var crops = false

    @Option(
        help: ArgumentHelp("Write the fitted levels there.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var output: String?

    @OptionGroup var shared: SharedOptions

    func validate() throws {
        if folders.contains("") || output?.isEmpty == true {
            throw ValidationError("A path is empty: is a variable unset?")
        }
        if folders.isEmpty, crops || output != nil {
            throw ValidationError("--crops and --output require --fit.")
        }
        if file?.isEmpty == true {
            throw ValidationError("The path of --file is empty: is a variable unset?")
        }
    }

    /// Checks that the levels are for the scores of the network; reports a missing network.
    private func check(_ levels: LevelsFile, _ path: InputPath) throws(CommandError) {
        let recognizer: EmotionRecognizer
        do throws(CommandError) {
            recognizer = try RecognizerFactory.recognizer(model: shared.model, limits: .commandLine)
        } catch {
            guard file != nil, shared.model == nil else { throw error }
            let message = "\(path.display) was not compared with a network: \(error.message)"
            Diagnostic(subject: nil, message: message).print(style: shared.style(STDERR_FILENO))
            return
        }
        do throws(FacialFunError) {
            try levels.check(
                model: recognizer.model, judgingAt: recognizer.judgingPoint, file: path.display)
        } catch {
            throw CommandError(code: .unfit, message: error.message)
        }
    }

    func run() throws {
        try shared.run { _ in
            var arguments = RawArguments.ofProcess()
            let path =
                try file.map { arguments.path($0) }
                ?? InputPath(RuleFiles.directory(model: shared.model).levelsFile)
            let levels = try RuleFiles.levels(path)
            guard folders.isEmpty else { return try fit(from: path, &arguments) }
            try check(levels, path)
            switch format {
            case .table:
                let style = shared.style(STDOUT_FILENO)
                try StandardStreams.print(
                    LevelsTable(levels: levels, path: path.display, style: style).text)
            case .json:
                try StandardStreams.print(levels.json.indentedText() + "\n")
            }
            return .success
        }
    }
}

extension LevelsCommand {
    /// Measures thresholds on labeled pictures, and prints or writes the levels with them.
    ///
    /// - Parameters:
    ///   - path: The levels whose other rules are kept.
    ///   - arguments: The command line.
    /// - Returns: The exit code of the run.
    /// - Throws: An error in the pictures, the models or the files.
    private func fit(from path: InputPath, _ arguments: inout RawArguments) throws -> ExitCode {
        let errorStyle = shared.style(STDERR_FILENO)
        let sources = folders.map { arguments.path($0) }
        let file = try output.map { try OutputFile(arguments.path($0)) }
        let recognizer = try RecognizerFactory.recognizer(model: shared.model, limits: .commandLine)
        let old = try RuleFiles.levels(path, for: recognizer, shared)
        let pictures = try LabeledImages.read(sources, errorStyle: errorStyle)
        let judged = EvaluationRun(
            pictures: pictures,
            judge: ScoringPipeline(
                recognizer: recognizer, areCrops: crops, budget: SearchEffort.standard.budget),
            reader: InputReader(maxBytes: DecodeLimits.commandLine.maxFileBytes),
            jobs: Processors.available, errorStyle: errorStyle
        ).judged()
        let outcome = LevelsFit(levels: old, trials: LevelTrial.trials(of: judged))
            .outcome(images: sources.map(\.text).joined(separator: ", "))
        guard outcome.hasFitted else {
            throw CommandError(
                code: .unfitInput,
                message: """
                    No emotion has the required \(LevelsFit.minFaces) judgeable faces: \
                    \(Self.listed(outcome.kept)). Nothing was written. Add \
                    more pictures of each emotion.
                    """)
        }
        emitDiagnostic(about: outcome.kept, "", errorStyle)
        if let kept = outcome.keptWithBaseline {
            emitDiagnostic(about: kept, " with a baseline", errorStyle)
        }
        let text = outcome.levels.json.indentedText() + "\n"
        if let file {
            try file.write(Array(text.utf8))
            try StandardStreams.print(
                LevelsTable(
                    levels: outcome.levels, path: output ?? "",
                    style: shared.style(STDOUT_FILENO)
                ).text)
        } else {
            try StandardStreams.print(text)
        }
        let isRead = judged.allSatisfy { $0.unreadable == nil }
        return isRead ? .success : ExitCodes.someInputsFailed
    }

    /// The number of faces of each emotion, for people.
    private static func listed(_ kept: [(emotion: Emotion, faces: Int)]) -> String {
        kept.map { "\($0.emotion.rawValue) \($0.faces)" }.joined(separator: ", ")
    }

    private func emitDiagnostic(
        about kept: [(emotion: Emotion, faces: Int)], _ way: String, _ style: TerminalStyle
    ) {
        for (emotion, faces) in kept {
            Diagnostic(
                subject: nil,
                message: """
                    \(emotion.rawValue)\(way) keeps its thresholds: it has \
                    \(Counted.text(faces, "judgeable face")), and \
                    at least \(LevelsFit.minFaces) are required.
                    """
            ).print(style: style)
        }
    }
}
