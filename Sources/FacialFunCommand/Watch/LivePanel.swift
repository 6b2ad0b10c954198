import CommandSupport
import FacialFun
import FacialFunWire

/// A few lines about the newest frame, for people.
struct LivePanel {
    /// The attempt, if there is one.
    let plan: AttemptPlan?
    /// Capabilities of the terminal.
    let style: TerminalStyle
    /// Whether the model has the user's own classes, which take a line.
    let hasClasses: Bool
    private var title = ""
    private var meter = LiveMeter()
    /// The report instead of the frame, which would occupy the camera's memory.
    private var face: FaceReport?
    private var judged: Result<FaceReport, CannotJudgeReason>?
    private var status: AttemptStatus?
    private var trouble: FacialFunError?

    /// The length of an attempt's bars, in characters.
    private static let barLength = 30

    /// Creates a panel without a frame.
    init(plan: AttemptPlan?, style: TerminalStyle, hasClasses: Bool = false) {
        self.plan = plan
        self.style = style
        self.hasClasses = hasClasses
    }

    /// Sets the header.
    mutating func begin(camera: CameraDescription?, mode: CameraMode?) {
        let name = camera.map { $0.name.isEmpty ? $0.path : $0.name } ?? "camera"
        title = style.painted(SafeText.oneLine(name), .bold) + (mode.map(text) ?? "")
    }

    /// Processes an event.
    mutating func take(_ event: LiveEvent) {
        switch event {
        case .frame(let new):
            meter.add(new)
            face = new.largestFace
            judged = new.judgedFace
            status = new.attempt
            trouble = nil
        case .away(let error):
            trouble = error
            face = nil
            judged = nil
        case .back: trouble = nil
        case .quiet(let new): status = new ?? status
        case .closed: break
        }
    }

    /// All lines; every event gives the same number of lines.
    ///
    /// - Parameters:
    ///   - counters: Counts of lost frames.
    ///   - size: The terminal's columns and rows. With too few rows, less important lines are
    ///     omitted: the key to quit, the rate, the camera, the attempt's bars; never an emotion.
    /// - Returns: The lines, fewer than the rows.
    func lines(
        _ counters: CaptureCounters, size: (columns: Int, rows: Int) = (80, 24)
    ) -> [String] {
        let table = TableWriter(style: style)
        let scores = (0..<4).map { row in
            face.map { table.scoreLine(of: $0, row: row, columns: size.columns) } ?? ""
        }
        let attempt = plan.map(attemptLines) ?? []
        // One row is reserved for the cursor, which is below the last line.
        var room = size.rows - 1 - scores.count - 1 - min(attempt.count, 1)
        func fits(_ count: Int) -> Bool {
            guard count <= room else { return false }
            room -= count
            return true
        }
        let hasBars = attempt.count > 1 && fits(attempt.count - 1)
        let hasTitle = fits(1)
        let classes = hasClasses && fits(1) ? [classLine(columns: size.columns)] : []
        let hasFacts = fits(1)
        let hasKey = fits(1)
        return (hasTitle ? [title] : []) + (hasFacts ? [facts(counters)] : []) + scores
            + classes + (hasBars ? attempt : Array(attempt.prefix(1))) + [word]
            + (hasKey ? ["  " + style.painted("Ctrl-C ends it.", .dim)] : [])
    }

    /// Rate, latency and lost frames.
    func facts(_ counters: CaptureCounters) -> String {
        var parts: [String] = []
        if let rate = meter.rate {
            parts.append(FixedPoint.text(rate, decimals: 1) + " frames/s")
        }
        if let latency = meter.latency {
            let median = FixedPoint.text(latency.median, decimals: 1)
            let longest = FixedPoint.text(latency.longest, decimals: 1)
            parts.append("latency \(median) ms, at most \(longest)")
        }
        let dropped = counters.lost + counters.replaced
        if dropped > 0 { parts.append("\(dropped) dropped") }
        if counters.damaged > 0 { parts.append("\(counters.damaged) damaged") }
        return "  "
            + (parts.isEmpty ? "waiting for the first frame" : parts.joined(separator: "  "))
    }

    /// The two highest of the model's own classes, truncated to the terminal; empty without a face.
    private func classLine(columns: Int) -> String {
        let text = face?.classes.map { "    " + TableWriter.ownClasses($0) } ?? ""
        return String(text.prefix(max(0, columns - 1)))
    }

    /// The message: a problem of the camera, the reason why a face cannot be judged, or its
    /// emotion.
    var word: String {
        if let trouble {
            return "  " + style.painted(SafeText.oneLine(trouble.message), .red)
        }
        switch judged {
        case nil: return ""
        case .failure(let reason): return "  " + style.painted(reason.sentence, .yellow)
        case .success(let face):
            let sentence = status?.verdict.sentence
            let quality =
                "\(FixedPoint.text(face.box.width, decimals: 0)) px, light "
                + "\(FixedPoint.text(face.quality.meanLuma, decimals: 2)), sharpness "
                + FixedPoint.text(face.quality.sharpness, decimals: 2)
            return "  " + (sentence ?? style.painted("face \(quality)", .dim))
        }
    }

    private func attemptLines(_ plan: AttemptPlan) -> [String] {
        guard let status else { return ["", "", ""] }
        let progress: Double =
            switch status.verdict {
            case .matched: 1
            case .notYet(let progress, _, _): progress
            case .cannotJudge: 0
            }
        let phase = String(status.phase.rawValue.map { $0 == "_" ? " " : $0 })
        let paint: TerminalStyle.Paint = status.phase == .matched ? .green : .cyan
        return [
            "  \(plan.target.rawValue), level \(plan.level.rawValue): "
                + style.painted(phase, paint),
            meter("progress", progress, paint), meter("held", status.held, paint),
        ]
    }

    private func meter(_ name: String, _ share: Double, _ paint: TerminalStyle.Paint) -> String {
        let bar = TextBar.text(share, length: Self.barLength, unicode: style.unicode)
        let percent = FixedPoint.text((100 * share).rounded(.down), decimals: 0)
        let blanks = String(repeating: " ", count: 8 - name.count)
        let digits = String(repeating: " ", count: 3 - percent.count) + percent
        return "    \(name)\(blanks) \(digits) % \(style.painted(bar, paint))"
    }

    private func text(of mode: CameraMode) -> String {
        let times = style.unicode ? "×" : "x"
        let rate = mode.rate > 0 ? " at \(FixedPoint.text(mode.rate, decimals: 0))/s" : ""
        return "  \(mode.width)\(times)\(mode.height) \(mode.pixelFormat.rawValue)\(rate)"
    }
}
