import CommandSupport
import FacialFunWire

/// The page that `--timeline` asks for: gathers the scores of all films, and is written once they are
/// there.
final class TimelineFile {
    private let file: OutputFile
    private var films: [FilmTimeline] = []
    private var model: ModelSummary?

    /// Sees whether the page can be written.
    ///
    /// - Parameters:
    ///   - file: Where it goes.
    ///   - inputs: The files that are scored, of which it may replace none.
    /// - Throws: Why it would be written in vain.
    init(
        _ file: OutputFile, sparing inputs: Set<InputWalker.FileIdentity>
    ) throws(CommandError) {
        guard !file.replaces(oneOf: inputs) else {
            throw CommandError(
                writing: "the timeline", because: "it would replace an input. Name another file.")
        }
        self.file = file
    }

    /// Begins a film.
    func begin(_ path: InputPath) { films.append(FilmTimeline(path: path.text)) }

    /// Takes what came of a frame of the film that was begun last.
    func add(_ outcome: Outcome) {
        guard !films.isEmpty else { return }
        switch outcome {
        case .scored(let report):
            model = report.model
            films[films.count - 1].add(report)
        case .failed(let report): films[films.count - 1].add(report)
        }
    }

    /// Writes the page.
    ///
    /// - Throws: Why it cannot be written.
    func write() throws(CommandError) {
        try file.write(Array(TimelinePage(films: films, model: model).html.utf8))
    }
}
