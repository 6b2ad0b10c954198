import CommandSupport
import FacialFunWire
import Glibc

/// A line on the terminal that says how far into a film the scores have come.
///
/// It is drawn on standard error, never before a second has passed, and at most ten times a second.
final class FilmProgress {
    private let isShown = StandardStreams.isTerminal(STDERR_FILENO)
    private let mixes = StandardStreams.isTerminal(STDOUT_FILENO)
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var last: ContinuousClock.Instant
    private var isVisible = false

    /// Makes a line that is not drawn yet.
    init() {
        start = clock.now
        last = start
    }

    /// Draws the line if it is time to.
    func show(_ outcome: Outcome) {
        guard isShown, !mixes, case .scored(let report) = outcome, let frame = report.frame,
            let time = report.time
        else { return }
        let now = clock.now
        guard start.duration(to: now) >= .seconds(1), last.duration(to: now) >= .milliseconds(100)
        else { return }
        last = now
        isVisible = true
        let seconds = FixedPoint.text(time, decimals: 1)
        StandardStreams.emitDiagnostic("\r\u{1B}[Kframe \(frame), \(seconds) s of the film")
    }

    /// Takes the line off the terminal.
    func clear() {
        guard isVisible else { return }
        isVisible = false
        StandardStreams.emitDiagnostic("\r\u{1B}[K")
    }
}
