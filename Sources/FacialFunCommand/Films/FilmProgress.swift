import CommandSupport
import FacialFunWire
import Films
import Glibc

/// Progress over the films of a run: the film's name, its number, the position in it, and the time left.
///
/// On a terminal it is a line on standard error, never before a second has passed, at most ten times a second.
/// Elsewhere `--progress` writes a line every five seconds and one at the end of each film.
/// The time left is estimated by the bytes of the films.
final class FilmProgress {
    private let isTerminal = StandardStreams.isTerminal(STDERR_FILENO)
    private let isShown: Bool
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var last: ContinuousClock.Instant
    private var isVisible = false
    private let sizes: [Double]
    private var index = -1
    private var name = ""
    private var duration: Double?
    private var newest: (frame: Int, seconds: Double)?

    /// Creates a line that is not drawn yet.
    ///
    /// - Parameters:
    ///   - films: The films, in the order of scoring.
    ///   - isRequested: Whether to write it even if standard error is not a terminal.
    init(of films: [InputItem], isRequested: Bool) {
        isShown = isTerminal || isRequested
        start = clock.now
        last = start
        sizes = films.map { film in
            guard
                case .success(let status) = InputWalker.status(of: film.path, followingLinks: true)
            else { return 1 }
            return max(Double(status.st_size), 1)
        }
    }

    /// Starts the next film.
    func begin(_ film: InputItem) {
        index += 1
        name = SafeText.escaped(film.path.components.last ?? Array("-".utf8))
        newest = nil
        duration =
            isShown && film != .standardInput ? FilmReader.duration(of: film.path.bytes) : nil
    }

    /// Draws the line if it was last drawn long enough ago.
    func show(_ outcome: InputOutcome) {
        guard isShown, case .scored(let report) = outcome, let frame = report.frame,
            let time = report.time
        else { return }
        newest = (frame, time)
        let now = clock.now
        guard start.duration(to: now) >= .seconds(1),
            last.duration(to: now) >= (isTerminal ? .milliseconds(100) : .seconds(5))
        else { return }
        last = now
        isVisible = isTerminal
        StandardStreams.emitDiagnostic(isTerminal ? "\r\u{1B}[K\(fitting(line))" : line + "\n")
    }

    /// Clears the line.
    func clear() {
        guard isVisible else { return }
        isVisible = false
        StandardStreams.emitDiagnostic("\r\u{1B}[K")
    }

    /// Ends a film; without a terminal its last line is written.
    func end() {
        clear()
        guard isShown, !isTerminal, newest != nil else { return }
        duration = newest?.seconds ?? duration
        last = clock.now
        StandardStreams.emitDiagnostic(line + "\n")
    }

    /// The text: `clip.mp4, 2 of 40  frame 120, 12.0 of 60.0 s  3:10 left`.
    private var line: String {
        let seconds = start.duration(to: clock.now).milliseconds / 1e3
        return Self.text(
            name: name, number: index + 1, of: sizes.count, frame: newest?.frame ?? 0,
            at: newest?.seconds ?? 0, duration: duration, left: left(after: seconds))
    }

    /// The remaining seconds; nil if unknown.
    private func left(after elapsed: Double) -> Double? {
        guard index >= 0, index < sizes.count else { return nil }
        let into = duration.map { $0 > 0 ? min((newest?.seconds ?? 0) / $0, 1) : 1 }
        // The size of a film of unknown duration counts only once the film has ended.
        guard let into = into ?? (index > 0 ? 0 : nil) else { return nil }
        let done = sizes[..<index].reduce(0, +) + into * sizes[index]
        let all = sizes.reduce(0, +)
        return done > 0 ? elapsed * (all - done) / done : nil
    }

    /// Formats the parts of the line.
    static func text(
        name: String, number: Int, of count: Int, frame: Int, at seconds: Double,
        duration: Double?, left: Double?
    ) -> String {
        let which = count > 1 ? "\(name), \(number) of \(count)" : name
        let time = FixedPoint.text(seconds, decimals: 1)
        let length = duration.map { " of " + FixedPoint.text($0, decimals: 1) } ?? ""
        let remaining = left.map { "  " + ProgressBar.remaining($0) } ?? ""
        return "\(which)  frame \(frame), \(time)\(length) s\(remaining)"
    }

    /// The line, truncated to the width of the terminal.
    private func fitting(_ line: String) -> String {
        var size = winsize()
        let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return String(line.prefix(isKnown ? Int(size.ws_col) - 1 : 79))
    }
}
