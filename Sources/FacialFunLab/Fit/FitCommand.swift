import ArgumentParser
import CFacialFun
import CommandSupport
import FacialFun
import FacialFunWire
import Glibc

/// `facialfun-lab fit`: adds a user's own classes to a model.
struct FitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fit",
        abstract: "Add classes of your own to a model, learned from your pictures.",
        discussion: """
            The path is a folder with one folder of pictures for each class (calm/0001.jpg), \
            optionally with a folder for each person (calm/anna/0001.jpg), or a CSV file with the \
            columns path and label, and optionally person (paths are relative to the file). Two or more classes \
            are needed, each with 20 faces that can be judged. In a picture with several faces the \
            largest counts.

            The fit is one linear layer on the network's embedding of a face (multinomial logistic \
            regression); the network stays unchanged. The figures come from cross-validation: each \
            face is judged by a fit without it, and without its person if people are named.

            The new folder contains a complete model with a card. Use it with --model: facialfun \
            score and serve then also report its classes.

            EXAMPLES
              facialfun-lab fit Labeled --output calm-or-tense
              facialfun-lab fit labels.csv --output calm-or-tense --crops
              facialfun score photo.jpg --model calm-or-tense
              facialfun model-card --model calm-or-tense

            EXIT CODES
              0   the model was written
              1   it was written, but some pictures could not be read (each is named)
              3   a model is missing or damaged, or output could not be written
              64  the command line is wrong, or there are too few pictures or classes
            """)

    @Argument(
        help: ArgumentHelp("A folder of class folders, or a CSV file.", valueName: "path"),
        completion: .file())
    var path: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The folder for the model; it must not exist.", valueName: "dir"),
        completion: .directory)
    var output: String

    @Flag(
        help: ArgumentHelp(
            "The pictures are face crops.",
            discussion: """
                Only faces that fill most of the picture are searched for, and none is refused \
                because of its size or sharpness.
                """))
    var crops = false

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: ArgumentHelp(
            "Number of pictures to process at once (default: one per processor).",
            discussion: "The model does not depend on it.", valueName: "n"))
    var jobs: Int?

    @OptionGroup var shared: SharedOptions

    func validate() throws {
        if path.isEmpty { throw ValidationError("The path is empty: is a variable unset?") }
        if output.isEmpty {
            throw ValidationError("The path of --output is empty: is a variable unset?")
        }
        if let jobs, !(1...1024).contains(jobs) {
            throw ValidationError("--jobs must be between 1 and 1024, not \(jobs).")
        }
    }

    func run() throws {
        facialfun_limit_malloc_arenas()
        try shared.run(fit)
    }

    private func fit(errorStyle: TerminalStyle) throws -> ExitCode {
        var arguments = RawArguments.ofProcess()
        let target = arguments.path(output)
        try FittedModel.checkTarget(target)
        let source = arguments.path(path)
        let folders = try ClassFolders(source)
        emitDiagnostics(about: folders, at: source, errorStyle)
        let directory = try RuleFiles.directory(model: shared.model)
        let recognizer = try RecognizerFactory.recognizer(model: shared.model, limits: .commandLine)
        let jobs = jobs ?? Processors.available
        let run = FitRun(
            folders: folders,
            pipeline: ScoringPipeline(
                recognizer: recognizer, areCrops: crops, budget: SearchEffort.standard.budget),
            jobs: jobs, errorStyle: errorStyle)
        let start = ContinuousClock.now
        let material = try run.material()
        try material.check(source)
        let validation = CrossValidation(
            material.faces, classCount: folders.names.count, jobs: jobs)
        let regression = LogisticRegression(
            LogisticRegression.Table(
                features: material.faces.map(\.embedding), labels: material.faces.map(\.label),
                classCount: folders.names.count),
            penalty: validation.penalty)
        let card = FitCard(
            name: target.components.last.map { String(decoding: $0, as: UTF8.self) } ?? "",
            model: recognizer.model, material: material, validation: validation)
        let fitted = FittedModel(
            base: directory.emotionNetwork, names: folders.names, regression: regression,
            temperature: validation.temperature, card: card)
        try fitted.write(to: target)
        try StandardStreams.print(card.summary)
        let seconds = start.duration(to: .now).milliseconds / 1e3
        StandardStreams.emitDiagnostic(
            Counted.text(folders.pictures.count, "picture")
                + " in \(FixedPoint.text(seconds, decimals: 1)) s\n")
        return material.unreadable > 0 ? ExitCodes.someInputsFailed : .success
    }

    private func emitDiagnostics(
        about folders: ClassFolders, at source: InputPath, _ style: TerminalStyle
    ) {
        if folders.withoutClass > 0 {
            Diagnostic(
                subject: source.display,
                message: Counted.text(
                    folders.withoutClass, "picture outside the class folders is ignored",
                    "pictures outside the class folders are ignored")
            ).print(style: style)
        }
        Diagnostic.leftOut(files: folders.skippedFiles)?.print(style: style)
    }
}
