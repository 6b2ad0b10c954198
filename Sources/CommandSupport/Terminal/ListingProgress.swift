import FacialFunWire
import Glibc

/// A line on the terminal with the number of visited folder entries, shown after a second.
package final class ListingProgress {
    private let isShown = StandardStreams.isTerminal(STDERR_FILENO)
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var last: ContinuousClock.Instant
    private var isVisible = false

    /// Creates a line that is not drawn yet.
    package init() {
        start = clock.now
        last = start
    }

    /// Draws the line if it was last drawn long enough ago.
    package func show(entries: Int) {
        guard isShown else { return }
        let now = clock.now
        guard start.duration(to: now) >= .seconds(1), last.duration(to: now) >= .milliseconds(100)
        else { return }
        last = now
        isVisible = true
        StandardStreams.emitDiagnostic(
            "\r\u{1B}[KListing: " + Counted.text(entries, "entry", "entries"))
    }

    /// Clears the line.
    package func clear() {
        guard isVisible else { return }
        isVisible = false
        StandardStreams.emitDiagnostic("\r\u{1B}[K")
    }
}
