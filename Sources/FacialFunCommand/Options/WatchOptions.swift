import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunWire

/// Options of `facialfun watch` in addition to the camera settings.
struct WatchOptions: ParsableArguments {
    /// Format of the output.
    enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
        /// For people: a panel of bars that stays in place; without a terminal a line per second.
        case table
        /// One JSON object per line.
        case jsonl
    }

    @Option(
        help: ArgumentHelp(
            "The camera: a number (2 is /dev/video2), a path, or a part of its name.",
            discussion: "Without it the first usable camera is used.",
            valueName: "camera"))
    var camera = ""

    @Option(help: "How to print: \(Format.allValueStrings.joined(separator: ", ")).")
    var format = Format.table

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Play one attempt at an emotion: \(EmotionArgument.names.joined(separator: ", ")).",
            valueName: "emotion"), completion: .list(EmotionArgument.names),
        transform: EmotionArgument.parsed)
    var target: Emotion?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The level: 1, the easiest, to 5.", valueName: "n"),
        completion: .list(Level.allCases.map { "\($0.rawValue)" }), transform: MatchOptions.level)
    var level: Level?

    @Option(
        help: ArgumentHelp(
            "End the attempt after this number of seconds.", valueName: "seconds"))
    var timeLimit: Double?

    @Option(
        help: ArgumentHelp(
            "A picture of the same face at rest; may be given several times.",
            valueName: "image"), completion: .file())
    var baseline: [String] = []

    @Option(
        help: ArgumentHelp("Your own levels, instead of levels.json.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var levels: String?

    @Flag(
        help: ArgumentHelp(
            "Also measure the strength of each of 51 movements of the face.",
            discussion: """
                Hints then come from the movements that are missing. The names are ARKit's; codes.md \
                has the action unit of each.
                """))
    var movements = false

    @Flag(help: "Also report the attempt's verdict by the exit code.")
    var exitCode = false

    @Option(help: ArgumentHelp("End after this number of scored frames.", valueName: "n"))
    var frames: Int?

    @Option(help: ArgumentHelp("End after this number of seconds.", valueName: "seconds"))
    var seconds: Double?

    @Option(
        help: ArgumentHelp(
            "Store each scored frame as DIR/frame-000001.jpg, and the scores as DIR/scores.jsonl.",
            discussion: """
                An attempt is also stored, as DIR/attempt.jsonl, for `facialfun match --replay`. \
                Nothing is stored without this option.
                """, valueName: "dir"),
        completion: .directory)
    var record: String?

    @Option(
        help: ArgumentHelp(
            "How hard to search: live (as for a camera frame), service or thorough.",
            valueName: "effort"))
    var search = SearchEffort.live

    func validate() throws {
        try CameraOptions.check(camera)
        for path in baseline + [levels, record].compactMap({ $0 }) where path.isEmpty {
            throw ValidationError("A path is empty: is a variable unset?")
        }
        if let frames, frames < 1 {
            throw ValidationError("--frames must be at least 1, not \(frames).")
        }
        for (name, value) in [("seconds", seconds), ("time-limit", timeLimit)] {
            if let value, !(value > 0 && value <= 1e6) {
                throw ValidationError("--\(name) must be above 0, not \(value).")
            }
        }
        guard (target == nil) == (level == nil) else {
            throw ValidationError("An attempt needs both --target and --level.")
        }
        let isAttempt = target != nil
        if !isAttempt, !baseline.isEmpty || levels != nil || timeLimit != nil || exitCode {
            throw ValidationError(
                "--baseline, --levels, --time-limit and --exit-code apply to attempts only: add "
                    + "--target and --level.")
        }
        if baseline.contains("-") {
            throw ValidationError("A baseline cannot come from standard input: name a file.")
        }
    }
}
