import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunWire

/// Judges a list of pictures on several threads, and writes the results in order.
struct MatchRun {
    /// Result of a picture: its report, or the reason why it could not be read.
    private typealias Judged = Result<MatchReport, CommandError>

    /// The pictures, in the order of the output.
    let items: [InputItem]
    /// Recognizes the faces.
    let recognizer: PictureRecognizer
    /// Judges the faces.
    let matcher: Matcher
    /// Target and level.
    let plan: AttemptPlan
    /// The person's own neutral face.
    let baseline: Baseline?
    /// Number of threads.
    let jobs: Int
    /// Whether the exit code depends on the verdicts.
    let tellsByExitCode: Bool
    /// Capabilities of standard error.
    let errorStyle: TerminalStyle

    /// Judges everything.
    ///
    /// - Parameters:
    ///   - format: Output format.
    ///   - style: Capabilities of standard output.
    /// - Returns: The exit code of the run.
    /// - Throws: ``CommandError`` if standard output cannot be written; threads may still be
    ///   working then, and the process should end at once.
    func run(format: MatchOptions.Format, style: TerminalStyle) throws(CommandError) -> ExitCode {
        warnOfLevel()
        var code = ExitCode.success
        var isFirst = true
        if format == .json { try StandardStreams.print("[") }
        let judge = judge
        try PictureRunner(pictures: items, jobs: jobs, errorStyle: errorStyle).run(
            { item in (path: item.path, judged: judge(item)) },
            printsErrors: { outcome in
                if case .failure = outcome.judged { true } else { false }
            }
        ) { (outcome) throws(CommandError) in
            let text: (json: JSONValue, table: String)
            switch outcome.judged {
            case .failure(let reason):
                Diagnostic(subject: outcome.path.display, message: reason.message)
                    .print(style: errorStyle)
                code = ExitCodes.someInputsFailed
                text = (
                    MatchReport.json(path: outcome.path, failed: reason),
                    MatchText(style: style).block(of: outcome.path, failed: reason)
                )
            case .success(let report):
                if tellsByExitCode { code = Self.worse(code, ExitCodes.code(of: report.verdict)) }
                text = (report.json, MatchText(style: style).block(of: report))
            }
            switch format {
            case .table: try StandardStreams.print(text.table)
            case .jsonl: try StandardStreams.print(text.json.compactText + "\n")
            case .json:
                let separator = isFirst ? "\n  " : ",\n  "
                try StandardStreams.print(separator + text.json.indentedText(level: 1))
            }
            isFirst = false
        }
        if format == .json { try StandardStreams.print(isFirst ? "]\n" : "\n]\n") }
        return code
    }

    /// Judges one picture, on any thread.
    private var judge: @Sendable (InputItem) -> Judged {
        let (recognizer, matcher, plan, baseline) = (recognizer, matcher, plan, baseline)
        return { item in
            Judged { () throws(CommandError) in
                let faces = try recognizer.recognition(of: item).report.faces
                var report = MatchReport(
                    path: item.path, Observation(of: faces), target: plan.target,
                    level: plan.level, matcher: matcher, baseline: baseline,
                    model: recognizer.recognizer.model)
                if case .success(let face) = faces.judged, report.scores != nil {
                    report.classes = face.classes
                }
                return report
            }
        }
    }

    /// Warns on standard error if a match would mean little.
    private func warnOfLevel() {
        let goal = matcher.levels.goal(
            plan.target, plan.level, withBaseline: baseline != nil)
        guard !goal.offered else { return }
        Diagnostic(
            subject: nil,
            message: """
                \(plan.target.rawValue) is not offered at level \(plan.level.rawValue): no \
                threshold there separates its faces from those of other emotions, so a match \
                means little. `facialfun levels` lists the offered emotions.
                """
        ).print(style: errorStyle)
    }

    /// Combines two exit codes: a failed input takes precedence over any verdict, then the verdict
    /// farther from a match.
    static func worse(_ one: ExitCode, _ other: ExitCode) -> ExitCode {
        if one == ExitCodes.someInputsFailed { return one }
        return other.rawValue > one.rawValue ? other : one
    }
}
