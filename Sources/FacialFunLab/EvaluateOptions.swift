import ArgumentParser
import CommandSupport
import FacialFunWire

/// Options of `facialfun-lab evaluate` in addition to its path.
struct EvaluateOptions: ParsableArguments {
    /// Format of a report.
    enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
        /// For people.
        case table
        /// One JSON object.
        case json
    }

    @Flag(
        help: ArgumentHelp(
            "The pictures are face crops.",
            discussion: """
                Only faces that fill most of the picture are searched for, and none is refused \
                because of its size or sharpness. If none is found, additional figures show the \
                result of scoring the whole crop.
                """))
    var crops = false

    @Option(help: "How to print: \(Format.allValueStrings.joined(separator: ", ")).")
    var format = Format.table

    @Option(
        help: ArgumentHelp(
            "Write a report with charts and the worst mistakes as one HTML file.",
            valueName: "file"))
    var html: String?

    @Option(
        help: ArgumentHelp(
            "Write the scores of each picture as one JSON object per line.",
            discussion: """
                path, label, outcome (judged, not_detected, refused, unreadable) and scores, in the \
                order of the pictures.
                """,
            valueName: "file"))
    var scores: String?

    @Option(
        help: ArgumentHelp(
            """
            The question that the scores answer: photograph (which emotion does this face show) or \
            prompted (does it show the requested one).
            """, valueName: "point"),
        completion: .list(OperatingPoint.allCases.map(\.rawValue)), transform: Self.point)
    var operatingPoint = OperatingPoint.photograph

    @Option(
        help: ArgumentHelp(
            "An emotion that is not offered: its share of the scores goes to the others.",
            valueName: "emotion"),
        completion: .list(EmotionArgument.names), transform: EmotionArgument.parsed)
    var without: [Emotion] = []

    @Flag(
        help: ArgumentHelp(
            "Also measure true and false match rates at each level.",
            discussion: """
                The rates are compared with those of the levels file, with intervals. For people \
                with neutral pictures (PERSON/EMOTION folders, or a column person) they are also \
                measured with these pictures, except the judged one, as baseline.
                """))
    var levels = false

    @Option(
        help: ArgumentHelp("Your own levels, instead of levels.json.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var levelsFile: String?

    @Option(
        help: ArgumentHelp(
            "Cut the detected faces inaccurately, to measure the effect: scale=1.15,roll=20.",
            discussion: """
                Members: scale (side over the right side), right and down (shares of the right \
                side), roll (degrees, clockwise). With --crops only. It does not affect detection \
                or refusals, and is only for measurements.
                """,
            valueName: "error",
        ),
        transform: { text in
            do throws(CommandError) {
                return try CutError(parsing: text)
            } catch {
                throw ValidationError(error.message)
            }
        })
    var cutError: CutError?

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: ArgumentHelp(
            "Number of pictures to judge at once (default: one per processor).",
            discussion: "The figures do not depend on it.", valueName: "n"))
    var jobs: Int?

    @Option(help: ArgumentHelp("The seed of the intervals' bootstrap.", valueName: "n"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("Number of bootstrap replicates.", valueName: "n"))
    var replicates = 1000

    @Option(
        help: ArgumentHelp(
            """
            How hard to search in whole pictures: live (as for a camera frame), service or thorough \
            (default: \(SearchEffort.standard.rawValue)).
            """, valueName: "effort"))
    var search: SearchEffort?

    private static func point(_ argument: String) throws -> OperatingPoint {
        guard let point = OperatingPoint(rawValue: argument) else {
            let names = OperatingPoint.allCases.map(\.rawValue).joined(separator: " or ")
            throw ValidationError("expected \(names).")
        }
        return point
    }

    func validate() throws {
        if let jobs, !(1...1024).contains(jobs) {
            throw ValidationError("--jobs must be between 1 and 1024, not \(jobs).")
        }
        if !(1...1_000_000).contains(replicates) {
            throw ValidationError("--replicates must be between 1 and 1000000, not \(replicates).")
        }
        if html?.isEmpty == true {
            throw ValidationError("The path of --html is empty: is a variable unset?")
        }
        if scores?.isEmpty == true {
            throw ValidationError("The path of --scores is empty: is a variable unset?")
        }
        if levelsFile?.isEmpty == true {
            throw ValidationError("The path of --levels-file is empty: is a variable unset?")
        }
        if levelsFile != nil, !levels {
            throw ValidationError("--levels-file requires --levels.")
        }
        if Set(without).count == Emotion.allCases.count {
            throw ValidationError("--without excludes all emotions. Leave at least one.")
        }
        if search != nil, crops {
            throw ValidationError(
                "--search applies to whole pictures only: omit it, or omit --crops.")
        }
        if cutError != nil, !crops {
            throw ValidationError("--cut-error requires --crops.")
        }
    }
}
