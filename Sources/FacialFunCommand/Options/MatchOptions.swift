import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunWire

/// What `facialfun match` takes beside its pictures.
struct MatchOptions: ParsableArguments {
    /// How verdicts are printed.
    enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
        /// For people.
        case table
        /// One JSON array.
        case json
        /// One JSON object a line.
        case jsonl
    }

    @Flag(
        name: [.customShort("L"), .long],
        help: "Follow links that lead out of a folder, too, as find -L does.")
    var followLinks = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The emotion that is asked for: \(EmotionArgument.names.joined(separator: ", ")).",
            valueName: "emotion"), completion: .list(EmotionArgument.names),
        transform: EmotionArgument.parsed)
    var target: Emotion?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("How much is asked: 1, the easiest, to 5.", valueName: "n"),
        completion: .list(Level.allCases.map { "\($0.rawValue)" }), transform: Self.level)
    var level: Level?

    @Option(
        help: ArgumentHelp(
            "A picture of the same face at rest; may be given several times.",
            discussion: """
                The verdict then counts what has changed from it: a face that looks sad at rest is \
                not taken for sad, and a small change counts.
                """,
            valueName: "image"), completion: .file())
    var baseline: [String] = []

    @Option(
        help: ArgumentHelp("Your own levels, in place of levels.json.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var levels: String?

    @Option(
        help: ArgumentHelp(
            "Judge a recorded attempt again, in place of pictures.", valueName: "file"),
        completion: .file(extensions: ["jsonl"]))
    var replay: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "How many pictures to judge at once (default: one for each processor).",
            discussion: """
                As many threads share a single picture. The verdicts and their order do not depend on it.
                """, valueName: "n"))
    var jobs: Int?

    @Option(help: "How to print: \(Format.allValueStrings.joined(separator: ", ")).")
    var format = Format.table

    @Option(
        help: ArgumentHelp(
            """
            How hard to search: live as for a camera frame, service, thorough \
            (default: \(SearchEffort.standard.rawValue)).
            """, valueName: "effort"))
    var search: SearchEffort?

    @Flag(
        help: ArgumentHelp(
            "Also measure how strongly the face makes each of 51 movements.",
            discussion: """
                Hints then come from the movements that are missing. The names are ARKit's; codes.md \
                has the action unit of each.
                """))
    var movements = false

    @Flag(help: "Tell the verdict by the exit code, too.")
    var exitCode = false

    func validate() throws {
        for path in baseline + [levels, replay].compactMap({ $0 }) where path.isEmpty {
            throw ValidationError("A path is empty: is a variable unset?")
        }
        if baseline.contains("-") {
            throw ValidationError("A baseline cannot come from standard input: name a file.")
        }
        if let jobs, !(1...1024).contains(jobs) {
            throw ValidationError("--jobs must be between 1 and 1024, not \(jobs).")
        }
        if replay != nil {
            guard target == nil, level == nil, baseline.isEmpty else {
                throw ValidationError(
                    "A recorded attempt names its own target and level: leave out --target, "
                        + "--level and --baseline.")
            }
            guard !movements else {
                throw ValidationError(
                    "A recorded attempt has its movements, or has none: leave out --movements.")
            }
            guard jobs == nil else {
                throw ValidationError(
                    "A recorded attempt has no pictures to judge at once: leave out --jobs.")
            }
            guard search == nil else {
                throw ValidationError(
                    "A recorded attempt has no pictures to search: leave out --search.")
            }
        } else {
            guard target != nil else { throw ValidationError("Name the emotion by --target.") }
            guard level != nil else { throw ValidationError("Name the level by --level 1 to 5.") }
        }
    }

    static func level(_ argument: String) throws -> Level {
        guard let level = Int(argument).flatMap(Level.init(rawValue:)) else {
            throw ValidationError("a level from 1 to 5 is wanted.")
        }
        return level
    }
}
