import CommandSupport
import FacialFun
import FacialFunWire
import Glibc

/// The panel on a terminal, redrawn in place (ECMA-48 sequences).
struct ScreenView: LiveView {
    /// Minimum interval between redraws, in milliseconds.
    private static let pause = 66.0

    private var panel: LivePanel
    private var drawnLines = 0
    private var lastDrawn = -Double.infinity

    /// Creates a view without output.
    init(panel: LivePanel) { self.panel = panel }

    mutating func opening(
        camera: CameraDescription?, mode: CameraMode?, model: ModelSummary
    ) -> String {
        panel.begin(camera: camera, mode: mode)
        return StandardStreams.hidingCursor + drawn(CaptureCounters())
    }

    mutating func text(of event: LiveEvent, counters: CaptureCounters) -> String {
        panel.take(event)
        let now = MonotonicClock.milliseconds
        if case .frame = event, now - lastDrawn < Self.pause { return "" }
        lastDrawn = now
        return drawn(counters)
    }

    mutating func closing(_ counters: CaptureCounters) -> String {
        drawn(counters) + StandardStreams.showingCursor
    }

    /// The terminal's columns and rows; 80 and 24 if unknown.
    private static var terminalSize: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    private mutating func drawn(_ counters: CaptureCounters) -> String {
        let lines = panel.lines(counters, size: Self.terminalSize)
        let up = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r" : ""
        drawnLines = lines.count
        // Disables line wrapping, so that a long line does not take two rows.
        return up + "\u{1B}[?7l" + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[?7h"
    }
}
