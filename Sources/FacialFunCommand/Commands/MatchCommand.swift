import ArgumentParser
import CFacialFun
import CommandSupport
import FacialFun
import FacialFunWire
import Glibc

/// `facialfun match`: checks whether faces match a target at a level.
struct MatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Judge whether faces match a target emotion at a level.",
        discussion: """
            Each picture gets one verdict: matched, not_yet with progress and, where one is sure to \
            help, a hint, or cannot_judge with the reason. A picture that cannot be judged never \
            counts against the child. With several people the nearest one is judged if the others \
            are much smaller; otherwise none is (several_faces), because it is unclear who is \
            meant.

            EXAMPLES
              facialfun match photo.jpg --target happiness --level 2
              facialfun match photo.jpg -t sadness -l 3 --baseline resting.jpg
              facialfun match Photos -t anger -l 1 --format jsonl --jobs 4
              facialfun match photo.jpg -t fear -l 1 --levels ours.json
              facialfun match --replay attempt.jsonl
              facialfun match photo.jpg -t happiness -l 2 --exit-code && echo "matched"

            EXIT CODES
              0   every picture got a verdict of any kind
              1   some pictures could not be read, or the baseline or record is unusable
              3   a model, the levels or the hints are missing or damaged, or output could
                  not be written
              10  with --exit-code: a face does not match yet
              11  with --exit-code: a picture cannot be judged
              64  the command line is wrong
            """)

    @Argument(
        help: ArgumentHelp("Files, folders, or - for standard input.", valueName: "image"),
        completion: .file())
    var images: [String] = []

    @OptionGroup var options: MatchOptions
    @OptionGroup var shared: SharedOptions

    func validate() throws {
        if options.replay != nil {
            guard images.isEmpty else {
                throw ValidationError("Give pictures or --replay, not both.")
            }
            return
        }
        guard !images.isEmpty else { throw ValidationError("Name the pictures to judge.") }
        if images.contains("") {
            throw ValidationError("A path is empty: is a variable unset?")
        }
        if images.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input can be read only once: give - a single time.")
        }
        if images.contains("-"), StandardStreams.isTerminal(STDIN_FILENO) {
            throw ValidationError("Standard input is a terminal: pipe an image into it.")
        }
    }

    func run() throws {
        facialfun_limit_malloc_arenas()
        try shared.run { errorStyle in
            options.replay == nil ? try judge(errorStyle) : try replay()
        }
    }

    private func judge(_ errorStyle: TerminalStyle) throws -> ExitCode {
        guard let target = options.target, let level = options.level else {
            preconditionFailure("validate() has checked that both are set")
        }
        var arguments = RawArguments.ofProcess()
        let own = options.levels.map { arguments.path($0) }
        let directory = try RuleFiles.directory(model: shared.model)
        let files = try RuleFiles.load(own: own, directory: directory)
        let loaded = try RecognizerFactory.recognizer(model: shared.model, limits: .commandLine)
        try files.check(loaded)
        let rest = options.baseline.map { InputItem.file(arguments.path($0)) }
        var walker = InputWalker(followsLinksOut: options.followLinks)
        for image in images { walker.add(arguments.path(image)) }
        Diagnostic.leftOut(files: walker.skippedFiles)?.print(style: errorStyle)
        Diagnostic.leftOut(links: walker.skippedLinks)?.print(style: errorStyle)
        let jobs = options.jobs ?? Processors.available
        let recognizer = PictureRecognizer(
            recognizer: loaded,
            options: RecognitionOptions(
                budget: (options.search ?? .standard).budget,
                // If there are fewer pictures than threads, the threads share the faces of a
                // picture.
                workers: jobs / max(1, walker.items.count),
                movements: options.movements
                    ? try RecognizerFactory.movementEstimator(of: loaded) : nil))
        return try MatchRun(
            items: walker.items, recognizer: recognizer,
            matcher: Matcher(levels: files.levels, hints: files.hints),
            plan: AttemptPlan(target: target, level: level),
            baseline: try recognizer.baseline(of: rest), jobs: jobs,
            tellsByExitCode: options.exitCode, errorStyle: errorStyle
        ).run(format: options.format, style: shared.style(STDOUT_FILENO))
    }

    private func replay() throws -> ExitCode {
        var arguments = RawArguments.ofProcess()
        let own = options.levels.map { arguments.path($0) }
        let path = arguments.path(options.replay ?? "")
        let files = try RuleFiles.load(
            own: own, directory: try RuleFiles.directory(model: shared.model))
        let record = try AttemptRecord(at: path)
        try files.check(recordedBy: record.model)
        let report = ReplayReport(path: path, record: record, files: files)
        switch options.format {
        case .table: try StandardStreams.print(report.text(style: shared.style(STDOUT_FILENO)))
        case .json: try StandardStreams.print(report.json.indentedText() + "\n")
        case .jsonl: try StandardStreams.print(report.json.compactText + "\n")
        }
        guard options.exitCode, let verdict = report.last?.verdict else { return .success }
        return ExitCodes.code(of: verdict)
    }
}
