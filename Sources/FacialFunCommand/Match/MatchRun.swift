import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunWire

/// Judges a list of pictures on several threads, and writes in the order of the list.
struct MatchRun {
    /// What came of a picture: its report, or why it could not be read.
    private typealias Judged = Result<MatchReport, CommandError>

    /// The pictures, in the order of the output.
    let items: [InputItem]
    /// Says what they show.
    let recognizer: PictureRecognizer
    /// Judges it.
    let matcher: Matcher
    /// What is asked for.
    let plan: AttemptPlan
    /// The person's own neutral face.
    let baseline: Baseline?
    /// How many threads work.
    let jobs: Int
    /// Whether the exit code tells the verdicts.
    let tellsByExitCode: Bool
    /// What standard error can show.
    let errorStyle: TerminalStyle

    /// Judges everything.
    ///
    /// - Parameters:
    ///   - format: How to print.
    ///   - style: What standard output can show.
    /// - Returns: The exit code that the run has earned.
    /// - Throws: ``CommandError`` when standard output cannot be written; threads may still be at
    ///   work then, and the process should end at once.
    func run(format: MatchOptions.Format, style: TerminalStyle) throws(CommandError) -> ExitCode {
        warnOfLevel()
        var code = ExitCode.success
        var isFirst = true
        if format == .json { try StandardStreams.print("[") }
        let judge = judge
        try PictureRunner(pictures: items, jobs: jobs, errorStyle: errorStyle).run(
            { item in (path: item.path, judged: judge(item)) },
            complains: { outcome in
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

    /// What judges one picture, on any thread.
    private var judge: @Sendable (InputItem) -> Judged {
        let (recognizer, matcher, plan, baseline) = (recognizer, matcher, plan, baseline)
        return { item in
            Judged { () throws(CommandError) in
                let judgement = try recognizer.recognition(of: item).report.judgement
                var report = MatchReport(
                    path: item.path, Observation(judgement), target: plan.target,
                    level: plan.level, matcher: matcher, baseline: baseline,
                    model: recognizer.recognizer.model)
                if case .face(let face) = judgement, report.scores != nil {
                    report.classes = face.classes
                }
                return report
            }
        }
    }

    /// Says on standard error where a match would say little.
    private func warnOfLevel() {
        let goal = matcher.levels.goal(
            plan.target, plan.level, withBaseline: baseline != nil)
        guard !goal.offered else { return }
        Diagnostic(
            subject: nil,
            message: """
                \(plan.target.rawValue) is not offered at level \(plan.level.rawValue): no \
                threshold there lets its own faces pass and keeps others out, so that a match \
                says little. `facialfun levels` lists what is offered.
                """
        ).print(style: errorStyle)
    }

    /// The exit code of two: an input that failed goes before any verdict, and then the one that is
    /// farther from a match.
    static func worse(_ one: ExitCode, _ other: ExitCode) -> ExitCode {
        if one == ExitCodes.someInputsFailed { return one }
        return other.rawValue > one.rawValue ? other : one
    }
}
