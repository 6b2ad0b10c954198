import ArgumentParser
import CFacialFun
import CommandSupport
import Evaluation
import FacialFun
import FacialFunWire
import Glibc

/// `facialfun-lab evaluate`: accuracy of the pipeline on labeled faces.
struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Measure the accuracy of the scores on labeled faces.",
        discussion: """
            Each path is a folder with one folder of pictures for each emotion (happiness/0001.png), \
            a folder with such folders for each person (anna/happiness/0001.png), \
            or a CSV file with the columns path and label, and optionally person (paths are relative to \
            the file); \
            several are evaluated together. Each picture is scored by the same pipeline as in \
            facialfun score. In a picture with several faces the largest is judged.

            Faces that are not found count as wrong in every figure, and so do faces that cannot \
            be judged (too dark, turned away, ...). There are also figures without that gate, and \
            those of the judged faces only.

            EXAMPLES
              facialfun-lab evaluate Labeled
              facialfun-lab evaluate Crops48 --crops --html report.html
              facialfun-lab evaluate Valid HeldOut --crops --scores faces.jsonl
              facialfun-lab evaluate labels.csv --format json > report.json
              facialfun-lab evaluate OurPeople --levels

            EXIT CODES
            \(ExitCodes.evaluateHelp)
            """)

    @Argument(
        help: ArgumentHelp("Folders of class folders, or CSV files.", valueName: "path"))
    var paths: [String]

    @OptionGroup var options: EvaluateOptions
    @OptionGroup var shared: SharedOptions

    func run() throws {
        facialfun_limit_malloc_arenas()
        try shared.run(evaluate)
    }

    private func evaluate(errorStyle: TerminalStyle) throws -> ExitCode {
        var arguments = RawArguments.ofProcess()
        let sources = paths.map { arguments.path($0) }
        let (page, scores) = try outputs(&arguments)
        let levelsPath = options.levelsFile.map { arguments.path($0) }
        let pictures = try LabeledImages.read(sources, errorStyle: errorStyle)
        try Self.check([("--html", page), ("--scores", scores)], spare: pictures, of: sources)
        let recognizer = try RecognizerFactory.recognizer(model: shared.model, limits: .commandLine)
        guard options.operatingPoint == .photograph || recognizer.judgingPoint == .prompted else {
            throw CommandError(
                code: .unfit,
                message: """
                    \(recognizer.model.name) \(recognizer.model.version) has no operating point \
                    prompted: omit --operating-point, or choose another network with --model.
                    """)
        }
        let levels =
            options.levels ? try RuleFiles.levels(levelsPath, for: recognizer, shared) : nil
        let judge = ScoringPipeline(
            recognizer: recognizer,
            areCrops: options.crops, budget: (options.search ?? .standard).budget,
            cutError: options.cutError)
        let run = EvaluationRun(
            pictures: pictures, judge: judge,
            reader: InputReader(maxBytes: DecodeLimits.commandLine.maxFileBytes),
            jobs: options.jobs ?? Processors.available, errorStyle: errorStyle)
        let start = ContinuousClock.now
        let judged = run.judged()
        emitDiagnostic(about: start.duration(to: .now), count: judged.count)
        let counted = levels.map { LevelsEvaluation(LevelTrial.trials(of: judged), levels: $0) }

        let report = EvaluationReport(
            source: sources.map(\.text).joined(separator: ", "), model: judge.model,
            areCrops: options.crops, cutError: options.cutError,
            operatingPoint: options.operatingPoint, without: options.without,
            bootstrap: Bootstrap(seed: options.seed, replicates: options.replicates),
            judged: judged, levels: counted)
        switch options.format {
        case .table:
            let style = shared.style(STDOUT_FILENO)
            try StandardStreams.print(EvaluationTable(report: report, style: style).text)
            if let counted {
                try StandardStreams.print(
                    "\n" + LevelsEvaluationTable(evaluation: counted, style: style).text)
            }
        case .json:
            try StandardStreams.print(report.jsonText)
        }
        if let scores { try scores.write(Array(ScoreLines.text(of: judged).utf8)) }
        // The page is written last, so that the figures are kept if that fails.
        if let page { try page.write(Array(run.page(of: report).html.utf8)) }
        return report.all.outcomes.unreadable > 0 ? ExitCodes.someInputsFailed : .success
    }

    /// The requested output files.
    ///
    /// They are checked before the long computation starts.
    private func outputs(
        _ arguments: inout RawArguments
    ) throws -> (page: OutputFile?, scores: OutputFile?) {
        let page = try options.html.map { try OutputFile(arguments.path($0)) }
        let scores = try options.scores.map { try OutputFile(arguments.path($0)) }
        if let page, let scores, page.isSame(as: scores) {
            throw ValidationError(
                "--html and --scores name the same file: one would replace the other.")
        }
        return (page, scores)
    }

    /// Checks that no output file would replace an input.
    private static func check(
        _ outputs: [(flag: String, file: OutputFile?)], spare pictures: [LabeledImage],
        of sources: [InputPath]
    ) throws {
        let read = Set(
            pictures.compactMap(\.item.identity)
                + sources.compactMap { InputWalker.FileIdentity(of: $0) })
        for (flag, file) in outputs where file?.replaces(oneOf: read) == true {
            throw ValidationError(
                "\(flag) would replace an input. Name another file.")
        }
    }

    /// Reports the speed on standard error.
    ///
    /// The report does not contain it, because the report is the same for each run.
    private func emitDiagnostic(about duration: Duration, count: Int) {
        let seconds = duration.milliseconds / 1e3
        let rate = FixedPoint.text(Double(count) / max(seconds, 1e-6), decimals: 0)
        StandardStreams.emitDiagnostic(
            Counted.text(count, "picture")
                + " in \(FixedPoint.text(seconds, decimals: 1)) s: \(rate) a second\n")
    }
}
