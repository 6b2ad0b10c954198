import ArgumentParser
import CommandSupport
import FacialFun

/// `facialfun-lab attempts`: match rates of rendered people at each level, in pictures and over
/// frames.
struct AttemptsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attempts",
        abstract: "Judge rendered people at each level, without and with their own baseline.",
        discussion: """
            PEOPLE is people.jsonl of training/render/people.py, REPORTS the output of facialfun \
            score --format jsonl for its pictures. Prints one JSON object per line for each \
            baseline, judged picture and attempt. The attempts of the first people are written to --records \
            as files that facialfun match --replay judges again.

            EXAMPLES
              facialfun-lab attempts people.jsonl reports.jsonl --records Records

            EXIT CODES
              0   everything was judged
              1   a file of people or reports cannot be read
              3   the levels or hints are missing or damaged, or output could not be
                  written
              64  the command line is wrong
            """)

    @Argument(help: ArgumentHelp("The people.", valueName: "people"), completion: .file())
    var people: String

    @Argument(help: ArgumentHelp("Their reports.", valueName: "reports"), completion: .file())
    var reports: String

    @Option(
        help: ArgumentHelp("The folder for the first people's attempts.", valueName: "dir"),
        completion: .directory)
    var records: String

    @Option(
        help: ArgumentHelp("Your own levels, instead of levels.json.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var levels: String?

    @Flag(help: "Judge without hints.")
    var withoutHints = false

    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run { _ in
            var arguments = RawArguments.ofProcess()
            let (people, reports) = (arguments.path(people), arguments.path(reports))
            let records = try OutputFolder(path: arguments.path(records))
            let own = levels.map { arguments.path($0) }
            let directory = try RuleFiles.directory(model: shared.model)
            try AttemptsMeasure(
                levels: RuleFiles.levels(own ?? InputPath(directory.levelsFile)),
                hints: withoutHints ? nil : RuleFiles.hints(InputPath(directory.hintsFile)),
                records: records
            ).measure(Person.read(people: people, reports: reports))
            return .success
        }
    }
}
