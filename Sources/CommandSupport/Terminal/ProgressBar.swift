import FacialFunWire
import Glibc

/// The progress of a long run as a line on the terminal.
///
/// Drawn on stderr after at least a second, at most ten times a second, and cleared before other
/// output. If stderr is not a terminal and progress is requested, it writes a line every five
/// seconds and at the end.
package struct ProgressBar {
    /// Minimum number of inputs for a bar.
    package static let fewest = 10

    private let total: Int
    private let style: TerminalStyle
    private let columns: Int
    private let isTerminal: Bool
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var lastDrawn: ContinuousClock.Instant?
    private var isVisible = false

    /// Creates a bar; nil if the run is short, or if stderr is not a terminal and lines are not
    /// requested.
    ///
    /// - Parameters:
    ///   - total: Number of inputs.
    ///   - style: Capabilities of standard error.
    ///   - isRequested: Whether to show progress in any case, even of short runs and without a
    ///     terminal.
    package init?(total: Int, style: TerminalStyle, isRequested: Bool = false) {
        isTerminal = StandardStreams.isTerminal(STDERR_FILENO)
        guard isRequested || (total >= Self.fewest && isTerminal) else { return nil }
        self.total = total
        self.style = style
        var size = winsize()
        let known = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        columns = known ? Int(size.ws_col) : 80
        start = clock.now
    }

    /// Draws the bar if it was last drawn long enough ago.
    package mutating func show(done: Int) {
        let now = clock.now
        let elapsed = start.duration(to: now)
        let seconds = elapsed.milliseconds / 1e3
        guard isTerminal else {
            guard done == total || (lastDrawn ?? start).duration(to: now) >= .seconds(5) else {
                return
            }
            lastDrawn = now
            StandardStreams.emitDiagnostic(
                Self.facts(done: done, total: total, seconds: seconds) + "\n")
            return
        }
        guard elapsed >= .seconds(1) else { return }
        if let lastDrawn, lastDrawn.duration(to: now) < .milliseconds(100) { return }
        lastDrawn = now
        isVisible = true
        let line = Self.line(
            done: done, total: total, seconds: seconds, columns: columns, unicode: style.unicode)
        StandardStreams.emitDiagnostic("\r\u{1B}[K" + line)
    }

    /// Clears the bar.
    package mutating func clear() {
        guard isVisible else { return }
        isVisible = false
        // The line is now empty, so the next update is drawn without a pause.
        lastDrawn = nil
        StandardStreams.emitDiagnostic("\r\u{1B}[K")
    }

    /// The bar's text, narrower than the terminal.
    package static func line(
        done: Int, total: Int, seconds: Double, columns: Int, unicode: Bool
    ) -> String {
        let facts = " " + Self.facts(done: done, total: total, seconds: seconds)
        let room = columns - 1 - facts.count - 2
        guard room >= 5 else { return String(facts.dropFirst().prefix(max(columns - 1, 0))) }
        let length = min(room, 40)
        let bar = TextBar.text(
            Double(done) / Double(max(total, 1)), length: length, unicode: unicode)
        return "[" + bar + String(repeating: " ", count: length - bar.count) + "]" + facts
    }

    /// Count, total, rate and remaining time: `120/10000  98.1/s  1:41 left`.
    package static func facts(done: Int, total: Int, seconds: Double) -> String {
        let rate = Double(done) / max(seconds, 1e-3)
        let facts = "\(done)/\(total)  \(FixedPoint.text(rate, decimals: 1))/s"
        guard done > 0, done < total else { return facts }
        return facts + "  " + remaining(Double(total - done) / rate)
    }

    /// A duration as `1:05` or `2:00:09`, followed by "left".
    package static func remaining(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 359_999).rounded(.up))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        let clock = hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)"
        return "\(clock):\(two(whole % 60)) left"
    }
}
