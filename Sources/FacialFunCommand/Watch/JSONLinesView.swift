import CommandSupport
import FacialFun
import FacialFunWire

/// One JSON record per line, in the format of `live-event.schema.json`.
struct JSONLinesView: LiveView {
    /// The attempt, if there is one.
    let plan: AttemptPlan?
    /// Capabilities of standard error.
    let errorStyle: TerminalStyle
    private var frames = 0
    private var phase: AttemptStatus.Phase?

    /// Creates a view without output.
    init(plan: AttemptPlan?, errorStyle: TerminalStyle) {
        self.plan = plan
        self.errorStyle = errorStyle
    }

    func opening(camera: CameraDescription?, mode: CameraMode?, model: ModelSummary) -> String {
        line(LiveRecord.start(camera: camera, mode: mode, model: model))
    }

    mutating func text(of event: LiveEvent, counters: CaptureCounters) -> String {
        switch event {
        case .frame(let frame):
            frames = frame.number
            phase = frame.attempt?.phase
            return line(LiveRecord.frame(frame, plan: plan))
        case .away(let error):
            Diagnostic(subject: nil, message: error.message).print(style: errorStyle)
            return line(LiveRecord.away(error, counters))
        case .back(let mode): return line(LiveRecord.back(mode))
        case .quiet(let status):
            guard let status, let plan, status.phase != phase else { return "" }
            phase = status.phase
            return line(LiveRecord.attempt(status, of: plan))
        case .closed: return ""
        }
    }

    func closing(_ counters: CaptureCounters) -> String {
        line(LiveRecord.end(frames: frames, counters))
    }

    private func line(_ record: JSONValue) -> String { record.compactText + "\n" }
}
