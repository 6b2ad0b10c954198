import ArgumentParser
import CFacialFun
import CommandSupport
import FacialFun
import Glibc

/// `facialfun score`: scores the faces in image files.
struct ScoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "score",
        abstract: "Score the faces in image files.",
        discussion: """
            A path is a file, a folder (all pictures and films in it and its subfolders, sorted by \
            name; hidden and other files are skipped, and so are links that lead out of it unless \
            --follow-links is given), or - for standard input. JPEG and PNG are read, WebP and \
            HEIC if libwebp and libheif are installed, and films if ffmpeg is: a record for each \
            frame, with its time, and with a fixed number for each person. An image without a face \
            has an empty list of faces. A face that cannot be judged (too dark, blurred, turned \
            away, covered, ...) is scored, too; its record contains the reason.

            EXAMPLES
              facialfun score photo.jpg
              facialfun score Photos --format jsonl > scores.jsonl
              facialfun score Photos --annotate Annotated --rectangles Faces --jobs 4
              curl --silent https://example.org/photo.jpg | facialfun score -
              facialfun score photo.heic --format json
              facialfun score Photos --fail-on no-face && echo "a face in each"
              facialfun score Photos -o scores.jsonl --report faces.html
              facialfun score Photos -o scores.jsonl --report faces.html --resume
              facialfun score clip.mp4 --annotate overlay.mp4
              facialfun score clip.mp4 --format csv --timeline clip.html > clip.csv
              facialfun score Films --timeline Pages/ --progress
              facialfun score - --stream --fps 10 --format jsonl < frames.mjpeg

            FORMATS
              table  for people: a bar for each emotion; of films for each person
              json   an array of records, by image-report.schema.json
              jsonl  the same records, one per line, as soon as available
              csv    a row for each face (RFC 4180); no face: a row without face columns
              elan   of films: tab-separated annotations, a tier for each person

            Failed inputs are named on standard error; in json and jsonl they are records with \
            `error`, in csv rows with errorCode and errorMessage.

            EXIT CODES
            \(ExitCodes.help)
            """)

    @Argument(
        help: ArgumentHelp("Files, folders, or - for standard input.", valueName: "path"),
        completion: .file())
    var paths: [String]

    @OptionGroup var options: ScoreOptions
    @OptionGroup var shared: SharedOptions

    func validate() throws {
        if paths.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input can be read only once: give - a single time.")
        }
        if paths.contains("-"), StandardStreams.isTerminal(STDIN_FILENO) {
            throw ValidationError("Standard input is a terminal: pipe an image into it.")
        }
        if options.stream, paths != ["-"] {
            throw ValidationError("--stream reads standard input only: give - as the only path.")
        }
        if paths.contains("") {
            throw ValidationError("A path is empty: is a variable unset?")
        }
        if let address = paths.first(where: { $0.firstMatch(of: /^https?:\/\//) != nil }) {
            throw ValidationError(
                "\(SafeText.escaped(address)) is a URL, and FacialFun does not use the network: "
                    + "download the file first.")
        }
    }

    func run() throws {
        facialfun_limit_malloc_arenas()
        try shared.run(score)
    }

    private func score(errorStyle: TerminalStyle) throws -> ExitCode {
        let recognizer = try RecognizerFactory.recognizer(
            model: shared.model, limits: options.limits)
        if let option = options.drawingOption {
            try Self.checkDrawing(for: option, isAvailable: Canvas.isAvailable)
        }
        var arguments = RawArguments.ofProcess()
        var pictures = try ImageOutputs(
            annotated: Self.folder(
                options.annotatedFilm == nil ? options.annotate : nil, &arguments),
            rectangles: Self.folder(options.rectangles, &arguments))
        let items = inputs(&arguments, excluding: pictures, errorStyle: errorStyle)
        if !pictures.isEmpty { pictures.inputs = Set(items.compactMap(\.identity)) }
        let films = options.stream ? [] : items.filter(\.isFilm)
        try checkFilms(isAny: options.stream || !films.isEmpty, among: items)
        let files = Set(items.compactMap(\.identity))
        let timeline = try options.timeline.map { path throws(CommandError) in
            try TimelineFile(arguments.path(path), sparing: files)
        }
        let report = try options.report.map { path throws(CommandError) in
            try ReportFile(OutputFile(arguments.path(path)), of: paths, sparing: files)
        }
        let overlay = try overlay(of: items, &arguments)
        let jobs = options.jobs ?? Processors.available
        let planned = PlannedInput.plan(items)
        let filmScoring = try options.filmScoring(recognizer, jobs: jobs)
        var (output, earlier) = (RecordOutput.standard, EarlierRun())
        if let name = options.output {
            let path = arguments.path(name)
            if options.resume {
                earlier = try EarlierRun(
                    path, of: planned, model: recognizer.model, classes: recognizer.classNames,
                    hasDetails: options.movements || options.landmarks, isFilm: filmScoring.reads)
            }
            output = try RecordOutput(path, keeping: earlier.length, sparing: files)
        }
        // If there are fewer images than threads, the threads share the faces of an image.
        let run = ScoreRun(
            inputs: planned,
            recognizer: try options.pictureRecognizer(
                recognizer, workers: jobs / max(1, items.count)),
            films: filmScoring, pictures: pictures, output: output, earlier: earlier,
            timeline: timeline, report: report, overlay: overlay, jobs: jobs,
            conditions: Set(options.failOn), errorStyle: errorStyle,
            showsProgress: options.progress)
        return try run.run(
            writer: options.format.writer(
                style: options.output == nil
                    ? shared.style(STDOUT_FILENO)
                    : TerminalStyle(colors: false, unicode: shared.style(STDOUT_FILENO).unicode),
                columns: CSVColumns(
                    films: options.stream || !films.isEmpty, landmarks: options.landmarks,
                    movements: options.movements, classes: recognizer.classNames)))
    }

    /// Rejects an option that draws or cuts pictures if OpenCV is missing.
    static func checkDrawing(for option: String, isAvailable: Bool) throws(CommandError) {
        guard !isAvailable else { return }
        throw CommandError(
            code: .unfit,
            message: "\(option) needs OpenCV, which cannot be loaded. Install Debian's "
                + "libopencv-imgproc410 (Debian 13) or libopencv-imgproc406 (Debian 12), or omit "
                + "\(option): scores do not need it.")
    }

    /// Rejects options for films if there is no film.
    private func checkFilms(isAny: Bool, among items: [InputItem]) throws(CommandError) {
        guard !isAny else { return }
        let option: String
        if options.timeline != nil {
            option = "--timeline"
        } else if options.format == .elan {
            option = "--format elan"
        } else if options.fps != nil, !items.allSatisfy(\.isFailed) {
            // Unreadable inputs report their own error.
            option = "--fps"
        } else {
            return
        }
        throw CommandError(
            code: .usage,
            message:
                "\(option) applies to films, but no input is a film. Add one, or pipe "
                + "one with --stream.")
    }

    /// The output of `--annotate FILE`.
    private func overlay(
        of items: [InputItem], _ arguments: inout RawArguments
    ) throws(CommandError) -> AnnotatedFilm? {
        guard let container = options.annotatedFilm, let path = options.annotate else { return nil }
        guard items.count == 1, let film = items.first, film.isFilm || film.isFailed else {
            throw CommandError(
                code: .usage,
                message: "--annotate \(path) needs exactly one film, but "
                    + (items.count == 1
                        ? "the input is not a film." : "there are \(items.count) inputs.")
                    + " Give one film, or a folder: --annotate DIR.")
        }
        return try AnnotatedFilm(
            OutputFile(arguments.path(path)), container: container,
            sparing: Set(items.compactMap(\.identity)))
    }

    /// The folder that an option names, created if it does not exist.
    private static func folder(
        _ option: String?, _ arguments: inout RawArguments
    ) throws(CommandError) -> OutputFolder? {
        guard let option else { return nil }
        return try OutputFolder(path: arguments.path(option))
    }

    /// The inputs of the paths; reports the skipped files.
    private func inputs(
        _ arguments: inout RawArguments, excluding pictures: ImageOutputs,
        errorStyle: TerminalStyle
    ) -> [InputItem] {
        let outputs = [pictures.annotated, pictures.rectangles].compactMap { $0?.identity }
        let listing = ListingProgress()
        var walker = InputWalker(
            excluding: Set(outputs), followsLinksOut: options.followLinks,
            films: options.leavesFilmsOut ? .named : .all,
            progress: { listing.show(entries: $0) })
        for path in paths { walker.add(arguments.path(path)) }
        listing.clear()
        Diagnostic.leftOut(files: walker.skippedFiles)?.print(style: errorStyle)
        Diagnostic.leftOut(links: walker.skippedLinks)?.print(style: errorStyle)
        Diagnostic.noInputs(walker.items.count)?.print(style: errorStyle)
        return walker.items
    }
}
