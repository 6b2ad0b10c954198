import CommandSupport
import FacialFun
import FacialFunWire

/// A line per second, for an output other than a terminal.
struct LineView: LiveView {
    private var panel: LivePanel
    private let errorStyle: TerminalStyle
    private var lastLine = -Double.infinity

    /// Creates a view without output.
    init(panel: LivePanel, errorStyle: TerminalStyle) {
        self.panel = panel
        self.errorStyle = errorStyle
    }

    mutating func opening(
        camera: CameraDescription?, mode: CameraMode?, model: ModelSummary
    ) -> String {
        panel.begin(camera: camera, mode: mode)
        return (panel.lines(CaptureCounters()).first ?? "") + "\n"
    }

    mutating func text(of event: LiveEvent, counters: CaptureCounters) -> String {
        panel.take(event)
        switch event {
        case .away(let error):
            Diagnostic(subject: nil, message: error.message).print(style: errorStyle)
            return ""
        case .frame(let frame):
            let isFinal = frame.attempt?.isFinal ?? false
            guard isFinal || frame.source.milliseconds - lastLine >= 1000 else { return "" }
            lastLine = frame.source.milliseconds
            return line(of: frame, counters)
        case .quiet(let status):
            guard let status, status.isFinal else { return "" }
            return "  \(Self.words(status.phase))\n"
        case .back, .closed: return ""
        }
    }

    func closing(_ counters: CaptureCounters) -> String { "" }

    private func line(of frame: ScoredFrame, _ counters: CaptureCounters) -> String {
        let top =
            switch frame.judgedFace {
            case .success(let face):
                face.top.rawValue + " "
                    + FixedPoint.text(Double(face.scores[face.top]), decimals: 3)
                    + (face.classes.map { "  " + TableWriter.ownClasses($0) } ?? "")
            case .failure(let reason): Self.words(reason)
            }
        let attempt = frame.attempt.map { "  " + Self.words($0.phase) } ?? ""
        return "  \(top)\(attempt)\(panel.facts(counters))\n"
    }

    /// A code of the wire format as words.
    private static func words(_ code: some RawRepresentable<String>) -> String {
        String(code.rawValue.map { $0 == "_" ? " " : $0 })
    }
}
