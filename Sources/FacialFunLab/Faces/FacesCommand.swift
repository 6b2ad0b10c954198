import ArgumentParser
import CFacialFun
import CommandSupport
import FacialFun
import FacialFunWire

/// `facialfun-lab faces`: measurements of the largest face of each picture.
struct FacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faces",
        abstract: "Print mesh, pose and features of the largest face of each picture.",
        discussion: """
            One JSON object per line, in the order of the pictures: name (of the file, without its \
            ending), points (468 times x, y, z), pose (yaw, pitch and roll in degrees) and \
            features by name. For a picture without a face there are only the name and empty \
            lists.

            EXAMPLES
              facialfun-lab faces Rendered > faces.jsonl
              facialfun-lab faces portrait.jpg --model Models

            EXIT CODES
            \(ExitCodes.evaluateHelp)
            """)

    @Argument(help: ArgumentHelp("Files and folders.", valueName: "path"), completion: .file())
    var paths: [String]

    @OptionGroup var shared: SharedOptions

    func run() throws {
        facialfun_limit_malloc_arenas()
        try shared.run(measure)
    }

    private func measure(errorStyle: TerminalStyle) throws -> ExitCode {
        var arguments = RawArguments.ofProcess()
        let measure = try FaceMeasure(models: RuleFiles.directory(model: shared.model))
        let reader = InputReader(maxBytes: DecodeLimits.commandLine.maxFileBytes)
        var walker = InputWalker(followsLinksOut: true)
        for path in paths { walker.add(arguments.path(path)) }
        var code = ExitCode.success
        try PictureRunner(
            pictures: walker.items, jobs: Processors.available, errorStyle: errorStyle
        ).run(
            { item in
                (
                    path: item.path,
                    line: Result { () throws(CommandError) in
                        try measure.line(of: reader.read(item), at: item.path)
                    }
                )
            },
            printsErrors: { outcome in if case .failure = outcome.line { true } else { false } }
        ) { (outcome) throws(CommandError) in
            switch outcome.line {
            case .success(let line): try StandardStreams.print(line)
            case .failure(let error):
                Diagnostic(subject: outcome.path.display, message: error.message)
                    .print(style: errorStyle)
                code = ExitCodes.someInputsFailed
            }
        }
        return code
    }
}
