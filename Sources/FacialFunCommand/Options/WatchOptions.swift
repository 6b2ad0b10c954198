import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunWire

/// What `facialfun watch` takes beside how the camera is to be set.
struct WatchOptions: ParsableArguments {
    /// How what is seen is printed.
    enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
        /// For people: a picture of bars that stays where it is; without a terminal a line a second.
        case table
        /// One JSON object a line.
        case jsonl
    }

    @Option(
        help: ArgumentHelp(
            "The camera: a number (2 is /dev/video2), a path, or a part of its name.",
            discussion: "Without it the first camera that can be used is taken.",
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
        help: ArgumentHelp("How much is asked: 1, the easiest, to 5.", valueName: "n"),
        completion: .list(Level.allCases.map { "\($0.rawValue)" }), transform: MatchOptions.level)
    var level: Level?

    @Option(
        help: ArgumentHelp(
            "Give the attempt up after so many seconds.", valueName: "seconds"))
    var timeLimit: Double?

    @Option(
        help: ArgumentHelp(
            "A picture of the same face at rest; may be given several times.",
            valueName: "image"), completion: .file())
    var baseline: [String] = []

    @Option(
        help: ArgumentHelp("Your own levels, in place of levels.json.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var levels: String?

    @Flag(
        help: ArgumentHelp(
            "Also measure how strongly the face makes each of 51 movements.",
            discussion: """
                Hints then come from the movements that are missing. The names are ARKit's; codes.md \
                has the action unit of each.
                """))
    var movements = false

    @Flag(help: "Tell the attempt's verdict by the exit code, too.")
    var exitCode = false

    @Option(help: ArgumentHelp("End after so many scored frames.", valueName: "n"))
    var frames: Int?

    @Option(help: ArgumentHelp("End after so many seconds.", valueName: "seconds"))
    var seconds: Double?

    @Option(
        help: ArgumentHelp(
            "Keep each scored frame as DIR/frame-000001.jpg, and the scores as DIR/scores.jsonl.",
            discussion: """
                An attempt is kept as DIR/attempt.jsonl, too, which `facialfun match --replay` judges \
                again. Nothing is kept without it.
                """, valueName: "dir"),
        completion: .directory)
    var record: String?

    @Option(
        help: ArgumentHelp(
            "How hard to search: live as for a camera frame, service, thorough.",
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
                "--baseline, --levels, --time-limit and --exit-code belong to an attempt: give "
                    + "--target and --level.")
        }
        if baseline.contains("-") {
            throw ValidationError("A baseline cannot come from standard input: name a file.")
        }
    }
}
