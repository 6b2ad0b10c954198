import CommandSupport
import FacialFunWire
import Glibc

/// The output of `--timeline`: one page with the scores of all films, or in a folder a page for each film
/// and an index of them.
final class TimelineFile {
    /// Destination of the pages.
    private enum Destination {
        /// One page, written at the end.
        case file(OutputFile)
        /// A page for each film, written at its end, and an index.
        case folder(OutputFolder, sparing: Set<InputWalker.FileIdentity>)
    }

    /// The suffix of a film page's name; it prevents a clash with the index.
    private static let suffix = ".timeline.html"

    private let destination: Destination
    private var films: [(stem: InputPath, timeline: FilmTimeline)] = []
    private var model: ModelSummary?

    /// Checks that the pages can be written.
    ///
    /// - Parameters:
    ///   - path: A file, or a folder: an existing one, or a path with a trailing slash.
    ///   - inputs: The input files, which it must not replace.
    /// - Throws: The reason why they cannot be written.
    init(
        _ path: InputPath, sparing inputs: Set<InputWalker.FileIdentity>
    ) throws(CommandError) {
        if path.bytes.last == UInt8(ascii: "/") || Self.isFolder(path) {
            let folder = try OutputFolder(path: path)
            try folder.check(stem: InputPath("index"), suffix: ".html")
            destination = .folder(folder, sparing: inputs)
            return
        }
        let file = try OutputFile(path)
        guard !file.replaces(oneOf: inputs) else {
            throw CommandError(
                writing: "the timeline", because: "it would replace an input. Name another file.")
        }
        destination = .file(file)
    }

    private static func isFolder(_ path: InputPath) -> Bool {
        guard case .success(let status) = InputWalker.status(of: path, followingLinks: true) else {
            return false
        }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// Starts a film.
    func begin(_ film: PlannedInput) {
        films.append((film.stem, FilmTimeline(path: film.item.path.text)))
    }

    /// Adds the result of a frame of the current film.
    func add(_ outcome: InputOutcome) {
        guard !films.isEmpty else { return }
        switch outcome {
        case .scored(let report):
            model = report.model
            films[films.count - 1].timeline.add(report)
        case .failed(let report): films[films.count - 1].timeline.add(report)
        }
    }

    /// Ends a film; in a folder its page is written.
    ///
    /// - Throws: The reason why it cannot be written.
    func end() throws(CommandError) {
        guard case .folder(let folder, let inputs) = destination, let film = films.last else {
            return
        }
        let page = TimelinePage(films: [film.timeline], model: model)
        try folder.write(
            Array(page.html.utf8), stem: film.stem, suffix: Self.suffix, sparing: inputs)
    }

    /// Writes the page, or the index.
    ///
    /// - Throws: The reason why it cannot be written.
    func write() throws(CommandError) {
        switch destination {
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

    /// A path as a relative URL; characters other than letters, digits, dots, dashes and slashes
    /// are percent-encoded.
    private static func address(_ path: InputPath) -> String {
        // Without the dot a name with a colon would be parsed as the scheme of a URL.
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
