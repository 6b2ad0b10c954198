import CommandSupport
import FacialFunWire
import Glibc

/// The output of `--timeline`: one page with the scores of all films, or in a folder a page for each film
/// and an index of them.
final class TimelineFile {
    /// The place of the pages.
    private enum Place {
        /// One page, written once all is there.
        case file(OutputFile)
        /// A page for each film, written as soon as the film has ended, and an index.
        case folder(OutputFolder, sparing: Set<InputWalker.FileIdentity>)
    }

    /// The end of the name of a film's page; no page is then the index.
    private static let suffix = ".timeline.html"

    private let place: Place
    private var films: [(stem: InputPath, timeline: FilmTimeline)] = []
    private var model: ModelSummary?

    /// Sees whether the pages can be written.
    ///
    /// - Parameters:
    ///   - path: A file, or a folder: one that is there, or a path that ends with a slash.
    ///   - inputs: The files that are scored, of which it may replace none.
    /// - Throws: Why they would be written in vain.
    init(
        _ path: InputPath, sparing inputs: Set<InputWalker.FileIdentity>
    ) throws(CommandError) {
        if path.bytes.last == UInt8(ascii: "/") || Self.isFolder(path) {
            let folder = try OutputFolder(path: path)
            try folder.check(stem: InputPath("index"), suffix: ".html")
            place = .folder(folder, sparing: inputs)
            return
        }
        let file = try OutputFile(path)
        guard !file.replaces(oneOf: inputs) else {
            throw CommandError(
                writing: "the timeline", because: "it would replace an input. Name another file.")
        }
        place = .file(file)
    }

    private static func isFolder(_ path: InputPath) -> Bool {
        guard case .success(let status) = InputWalker.status(of: path, followingLinks: true) else {
            return false
        }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// Begins a film.
    func begin(_ film: PlannedInput) {
        films.append((film.stem, FilmTimeline(path: film.item.path.text)))
    }

    /// Takes what came of a frame of the film that was begun last.
    func add(_ outcome: Outcome) {
        guard !films.isEmpty else { return }
        switch outcome {
        case .scored(let report):
            model = report.model
            films[films.count - 1].timeline.add(report)
        case .failed(let report): films[films.count - 1].timeline.add(report)
        }
    }

    /// Ends a film: in a folder its page is written.
    ///
    /// - Throws: Why it cannot be written.
    func end() throws(CommandError) {
        guard case .folder(let folder, let inputs) = place, let film = films.last else { return }
        let page = TimelinePage(films: [film.timeline], model: model)
        try folder.write(
            Array(page.html.utf8), stem: film.stem, suffix: Self.suffix, sparing: inputs)
    }

    /// Writes the page, or the index.
    ///
    /// - Throws: Why it cannot be written.
    func write() throws(CommandError) {
        switch place {
        case .file(let file):
            let page = TimelinePage(films: films.map(\.timeline), model: model)
            try file.write(Array(page.html.utf8))
        case .folder(let folder, let inputs):
            let links = films.map { Self.address($0.stem) + Self.suffix }
            let page = TimelinePage(films: films.map(\.timeline), model: model, pages: links)
            try folder.write(
                Array(page.html.utf8), stem: InputPath("index"), suffix: ".html", sparing: inputs)
        }
    }

    /// A path as a relative address: all but letters, digits, dots, dashes and slashes in hexadecimal.
    private static func address(_ path: InputPath) -> String {
        // Without the dot a name with a colon would be taken for the scheme of an address.
        path.bytes.reduce(into: "./") { address, byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isPlain || [".", "-", "_", "/"].contains(scalar) {
                address.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                address += "%" + (byte < 16 ? "0" : "") + digits
            }
        }
    }
}
