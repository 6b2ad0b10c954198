import ArgumentParser
import CommandSupport
import FacialFun
import Films

/// Options of `facialfun score` in addition to its paths.
struct ScoreOptions: ParsableArguments {
    @Option(
        name: .customLong("format"),
        help: ArgumentHelp(
            "How to write: \(OutputFormat.allValueStrings.joined(separator: ", ")).",
            discussion: """
                Without it the format follows from the name of --output: .json, .jsonl, .csv; \
                otherwise a table.
                """,
            valueName: "format"))
    var chosenFormat: OutputFormat?

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp(
            "Write to this file instead of standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(
        help: ArgumentHelp(
            "Resume an interrupted run of the same command.",
            discussion: """
                The existing records are those of --output, in the format jsonl. Inputs with a \
                record are not scored again, and the order is the same. An unfinished film starts \
                over.
                """))
    var resume = false

    @Option(
        help: ArgumentHelp(
            "Write a page (HTML) with a summary of all pictures and films.",
            discussion: """
                Counts, distributions, reasons why faces cannot be judged, and small pictures of \
                the most certain and the most doubtful faces. The page needs no other file and no \
                network.
                """, valueName: "file"),
        completion: .file(extensions: ["html"]))
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Write each picture with boxes, names and bars drawn in as DIR/NAME.annotated.png.",
            discussion: """
                For a single film, if the name ends in .mp4, .m4v, .mov, .mkv or .webm, a film \
                with sound is written instead: --annotate overlay.mp4.
                """,
            valueName: "dir"), completion: .directory)
    var annotate: String?

    @Option(
        help: ArgumentHelp(
            "Write the 600x600 rectangle of each face as DIR/NAME.face1.png and so on.",
            valueName: "dir"), completion: .directory)
    var rectangles: String?

    @Flag(
        name: [.customShort("L"), .long],
        help: "Also follow links that lead out of a folder, like find -L.")
    var followLinks = false

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: ArgumentHelp(
            "Number of images to score at once (default: one per processor).",
            discussion: """
                A single image is shared by as many threads. The scores and their order do not depend on it.
                """, valueName: "n"))
    var jobs: Int?

    @Flag(
        help: ArgumentHelp(
            "Standard input is a film: JPEGs one after the other, as ffmpeg -c:v mjpeg writes them.",
            discussion: """
                A record is written as soon as its frame arrives; --fps determines the times.
                """))
    var stream = false

    @Option(
        help: ArgumentHelp(
            """
            For films: score at most this number of frames per second. With --stream: the frame \
            rate of the film.
            """,
            valueName: "n"))
    var fps: Double?

    @Option(
        help: ArgumentHelp(
            "Write a page (HTML) with the scores of each person in a film over time.",
            discussion: """
                The page needs no other file and shows no face. If the path ends with a slash, it \
                is a folder with a page for each film and index.html.
                """, valueName: "file"),
        completion: .file(extensions: ["html"]))
    var timeline: String?

    @Flag(name: .customLong("no-films"), help: "Skip the films in folders.")
    var leavesFilmsOut = false

    @Option(help: ArgumentHelp("Exit with 1 in this case: no-face.", valueName: "event"))
    var failOn: [ScoreRun.Condition] = []

    @Option(
        help: ArgumentHelp(
            """
            Search so finely that faces of this width in pixels are found, at least 24; narrower \
            ones may be found, too. Smaller takes longer. It replaces --search.
            """,
            valueName: "px"))
    var minFaceSize: Double?

    @Option(
        help: ArgumentHelp(
            """
            How hard to search: live (as for a camera frame), service or thorough (default: thorough; of \
            films service).
            """,
            valueName: "effort"))
    var search: SearchEffort?

    @Option(
        help: ArgumentHelp(
            """
            Reject pictures with a larger file than this: a whole number of bytes, or with KB, MB, GB, \
            KiB, MiB, GiB. Films of any length are accepted.
            """, valueName: "size"))
    var maxFileSize = ByteSize(bytes: 50_000_000)

    @Option(
        help: ArgumentHelp(
            "Reject images with more pixels than this: a whole number, or with MP (millions).",
            valueName: "count"))
    var maxPixels = PixelCount(pixels: 64_000_000)

    @Flag(
        help: ArgumentHelp(
            "Also report the strength of each of 51 movements of each face.",
            discussion: """
                The names are ARKit's; codes.md has the action unit of each. A table shows the \
                strongest.
                """))
    var movements = false

    @Flag(
        help: ArgumentHelp(
            "Also report 478 points of each face, and the gaze.",
            discussion: """
                They are the 468 of MediaPipe's face mesh, by its indices, and five on each iris, in \
                pixels of the picture. The gaze is the yaw and pitch of each eye and their mean, in \
                degrees relative to the line to the camera. A table shows the gaze; csv has the columns x_0 to z_477.
                """))
    var landmarks = false

    @Flag(
        help: ArgumentHelp(
            "Report progress on standard error, even if it is not a terminal.",
            discussion: """
                A line every five seconds: the number of finished inputs, the total and the rate, \
                or the film and the position in it; and the time left.
                """))
    var progress = false

    func validate() throws {
        if let jobs, !(1...1024).contains(jobs) {
            throw ValidationError("--jobs must be between 1 and 1024, not \(jobs).")
        }
        let (least, most) = (SearchBudget.minFace, Double(DecodeLimits.maxSide))
        if let minFaceSize, !(minFaceSize >= least && minFaceSize <= most) {
            throw ValidationError("--min-face-size must be between \(least) and \(most) pixels.")
        }
        if let fps, !(fps >= 0.01 && fps <= 1000) {
            throw ValidationError("--fps must be between 0.01 and 1000 frames per second.")
        }
        if stream, fps == nil {
            throw ValidationError(
                "--stream needs --fps: a stream of pictures has no timestamps.")
        }
        if resume, output == nil {
            throw ValidationError(
                "--resume needs --output FILE: records on standard output cannot be read again.")
        }
        if resume, format != .jsonl {
            throw ValidationError(
                "--resume needs --format jsonl: other formats cannot be read again.")
        }
        if resume, stream {
            throw ValidationError("--resume does not apply to --stream: streams cannot be reread.")
        }
        let files = [
            ("--annotate", annotate), ("--rectangles", rectangles), ("--timeline", timeline),
            ("--output", output), ("--report", report),
        ]
        for (name, path) in files
        where path?.isEmpty == true {
            throw ValidationError("The path of \(name) is empty: is a variable unset?")
        }
    }

    /// The chosen format, or that of the extension of ``output``.
    var format: OutputFormat {
        if let chosenFormat { return chosenFormat }
        let suffix = output?.split(separator: ".").last.map { $0.lowercased() }
        return [.json, .jsonl, .csv].first { $0.rawValue == suffix } ?? .table
    }

    /// The film format of `--annotate`; nil if it names a folder.
    var annotatedFilm: FilmWriter.Container? {
        guard let annotate else { return nil }
        return FilmWriter.Container(fileName: Array(annotate.utf8))
    }

    /// The option that draws or cuts pictures, if one was given.
    var drawingOption: String? {
        if annotate != nil { return "--annotate" }
        return rectangles == nil ? nil : "--rectangles"
    }
}
