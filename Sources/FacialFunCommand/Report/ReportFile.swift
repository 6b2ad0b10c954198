import CommandSupport
import FacialFun
import FacialFunWire

/// The page of `--report`: collects the results of a run, and is written at its end.
///
/// Pictures whose faces the page shows are read again at the end. The memory therefore does not
/// depend on the number of pictures, and a resumed run shows the same faces.
final class ReportFile {
    private let file: OutputFile
    private let title: String
    private var figures = ReportFigures()
    private var selection = ReportSelection()
    private var films: [FilmReport] = []
    private var model: ModelSummary?

    /// Checks that the page can be written.
    ///
    /// - Parameters:
    ///   - file: The output file.
    ///   - paths: The given paths.
    ///   - inputs: The input files, which it must not replace.
    /// - Throws: The reason why it cannot be written.
    init(
        _ file: OutputFile, of paths: [String], sparing inputs: Set<InputWalker.FileIdentity>
    ) throws(CommandError) {
        guard !file.replaces(oneOf: inputs) else {
            throw CommandError(
                writing: "the report", because: "it would replace an input. Name another file.")
        }
        self.file = file
        title = paths.count == 1 ? paths[0] : "\(paths[0]) and \(paths.count - 1) more"
    }

    /// Adds the result of a picture.
    func add(_ outcome: InputOutcome, of item: InputItem) {
        switch outcome {
        case .failed(let report): figures.add(report)
        case .scored(let report):
            model = report.model
            figures.add(report)
            selection.add(report, of: item)
        }
    }

    /// Starts a film.
    func begin(_ film: InputItem) { films.append(FilmReport(film)) }

    /// Adds the result of a frame of the current film.
    func add(_ outcome: InputOutcome, _ recognition: Recognition? = nil) {
        guard !films.isEmpty else { return }
        films[films.count - 1].add(outcome, recognition)
        switch outcome {
        case .scored(let report): model = report.model
        case .failed(let report): if report.frame == nil { figures.add(report) }
        }
    }

    /// Reads the pictures whose faces are shown, and writes the page.
    ///
    /// - Parameters:
    ///   - recognizer: The recognizer of the pictures.
    ///   - scoring: The scoring of the films.
    ///   - jobs: Number of threads.
    /// - Throws: The reason why it cannot be written.
    func write(
        reading recognizer: PictureRecognizer, _ scoring: FilmScoring, jobs: Int
    ) throws(CommandError) {
        for index in films.indices { films[index].findFaces(reading: scoring) }
        let page = ReportPage(
            title: title, figures: figures, selection: selection,
            thumbnails: thumbnails(recognizer, jobs: jobs), films: films, model: model)
        try file.write(Array(page.html.utf8))
    }

    /// JPEG files of the faces to show; none for a picture that cannot be read again.
    private func thumbnails(
        _ recognizer: PictureRecognizer, jobs: Int
    ) -> [ReportSelection.Entry: [UInt8]] {
        var options = recognizer.options
        options.keepsPictures = true
        (options.movements, options.landmarks) = (nil, nil)
        let reader = PictureRecognizer(
            recognizer: recognizer.recognizer, reader: recognizer.reader, options: options)
        let items = Dictionary(grouping: Set(selection.all), by: \.item).map { $0 }
        let pipeline = OrderedPipeline(items, workers: jobs) {
            (item, entries) -> [(ReportSelection.Entry, [UInt8])] in
            guard item != .standardInput else { return [] }
            // If the picture no longer exists, the page lacks only its face.
            guard let found = try? reader.recognition(of: item) else { return [] }
            return entries.compactMap { entry in
                Thumbnail.jpeg(of: found, face: entry.index).map { (entry, $0) }
            }
        }
        var pictures: [ReportSelection.Entry: [UInt8]] = [:]
        while let found = pipeline.next() {
            for (entry, jpeg) in found { pictures[entry] = jpeg }
        }
        return pictures
    }
}
