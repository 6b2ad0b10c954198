import ArgumentParser
import EmotionRecognition
import Emotions
import FacialFunLevels

/// Judges a list of pictures, one after the other.
struct MatchRun {
    /// The pictures, in the order of the output.
    let items: [InputItem]
    /// Says what they show.
    let judge: PictureJudge
    /// Judges it.
    let matcher: Matcher
    /// What is asked for.
    let plan: AttemptPlan
    /// The person's own neutral face.
    let baseline: Baseline?
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
    /// - Throws: ``OutputError`` when standard output cannot be written.
    func run(format: MatchOptions.Format, style: TerminalStyle) throws(OutputError) -> ExitCode {
        var code = ExitCode.success
        if !matcher.levels[plan.target, plan.level].offered {
            Complaint(
                subject: nil,
                message: """
                    \(plan.target.rawValue) is not offered at level \(plan.level.rawValue): no \
                    threshold there lets its own faces pass and keeps others out, so that a match \
                    says little. `facialfun levels` lists what is offered.
                    """
            ).print(style: errorStyle)
        }
        var isFirst = true
        if format == .json { try StandardStreams.print("[") }
        for item in items {
            let text: (json: JSONText, table: String)
            switch judge.observation(of: item) {
            case .failure(let reason):
                Complaint(subject: item.path.display, message: reason.message)
                    .print(style: errorStyle)
                code = ExitCodes.someInputsFailed
                text = (
                    MatchReport.json(path: item.path, failed: reason),
                    MatchText(style: style).block(of: item.path, failed: reason)
                )
            case .success(let observation):
                let report = MatchReport(
                    path: item.path, observation, target: plan.target, level: plan.level,
                    matcher: matcher, baseline: baseline, model: judge.recognizer.model)
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

    /// The exit code of two: an input that failed goes before any verdict, and then the one that is
    /// farther from a match.
    static func worse(_ one: ExitCode, _ other: ExitCode) -> ExitCode {
        if one == ExitCodes.someInputsFailed { return one }
        return other.rawValue > one.rawValue ? other : one
    }
}
