import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunWire

/// Options of `facialfun match` in addition to its pictures.
struct MatchOptions: ParsableArguments {
    /// Format of verdicts.
    enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
        /// For people.
        case table
        /// One JSON array.
        case json
        /// One JSON object per line.
        case jsonl
    }

    @Flag(
        name: [.customShort("L"), .long],
        help: "Also follow links that lead out of a folder, like find -L.")
    var followLinks = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The target emotion: \(EmotionArgument.names.joined(separator: ", ")).",
            valueName: "emotion"), completion: .list(EmotionArgument.names),
        transform: EmotionArgument.parsed)
    var target: Emotion?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The level: 1, the easiest, to 5.", valueName: "n"),
        completion: .list(Level.allCases.map { "\($0.rawValue)" }), transform: Self.level)
    var level: Level?

    @Option(
        help: ArgumentHelp(
            "A picture of the same face at rest; may be given several times.",
            discussion: """
                The verdict then depends on the change from this face: a face that looks sad at \
                rest is not mistaken for sad, and a small change counts.
                """,
            valueName: "image"), completion: .file())
    var baseline: [String] = []

    @Option(
        help: ArgumentHelp("Your own levels, instead of levels.json.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var levels: String?

    @Option(
        help: ArgumentHelp(
            "Judge a recorded attempt again, instead of pictures.", valueName: "file"),
        completion: .file(extensions: ["jsonl"]))
    var replay: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Number of pictures to judge at once (default: one per processor).",
            discussion: """
                A single picture is shared by as many threads. The verdicts and their order do not depend on it.
                """, valueName: "n"))
    var jobs: Int?

    @Option(help: "How to print: \(Format.allValueStrings.joined(separator: ", ")).")
    var format = Format.table

    @Option(
        help: ArgumentHelp(
            """
            How hard to search: live (as for a camera frame), service or thorough \
            (default: \(SearchEffort.standard.rawValue)).
            """, valueName: "effort"))
    var search: SearchEffort?

    @Flag(
        help: ArgumentHelp(
            "Also measure the strength of each of 51 movements of the face.",
            discussion: """
                Hints then come from the movements that are missing. The names are ARKit's; codes.md \
                has the action unit of each.
                """))
    var movements = false

    @Flag(help: "Also report the verdict by the exit code.")
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
                    "A recorded attempt has its own target and level: omit --target, "
                        + "--level and --baseline.")
            }
            guard !movements else {
                throw ValidationError(
                    "A recorded attempt already has its movements, if any: omit --movements.")
            }
            guard jobs == nil else {
                throw ValidationError(
                    "A recorded attempt has no pictures: omit --jobs.")
            }
            guard search == nil else {
                throw ValidationError(
                    "A recorded attempt has no pictures: omit --search.")
            }
        } else {
            guard target != nil else { throw ValidationError("Set the emotion with --target.") }
            guard level != nil else { throw ValidationError("Set the level with --level 1 to 5.") }
        }
    }

    static func level(_ argument: String) throws -> Level {
        guard let level = Int(argument).flatMap(Level.init(rawValue:)) else {
            throw ValidationError("expected a level from 1 to 5.")
        }
        return level
    }
}
