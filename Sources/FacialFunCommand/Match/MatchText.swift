import CommandSupport
import FacialFun
import FacialFunWire

/// Formats verdicts for people.
struct MatchText {
    /// Capabilities of the terminal.
    let style: TerminalStyle

    /// The length of a full bar, in characters.
    private static let barLength = 20

    /// The lines of one picture.
    func block(of report: MatchReport) -> String {
        let head =
            style.painted(report.path.display, .bold)
            + "  \(report.target.rawValue), level \(report.level.rawValue)"
            + (report.isOffered ? "\n" : ", which is not offered\n")
        let own = report.classes.map { "    " + TableWriter.ownClasses($0) + "\n" } ?? ""
        return head + lines(of: report.verdict, after: scoreText(report)) + own + "\n"
    }

    /// The line of an unreadable picture.
    func block(of path: InputPath, failed error: CommandError) -> String {
        style.painted(path.display, .bold) + "  "
            + style.painted("not judged: \(error.name)", .red) + "\n\n"
    }

    /// The text of a verdict: its word, and the sentences for the child.
    ///
    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - facts: Text after its word.
    /// - Returns: A line for the word and one for each sentence, indented by two blanks.
    func lines(of verdict: Verdict, after facts: String) -> String {
        switch verdict {
        case .matched(let praise):
            return line(style.painted("matched", .green), facts)
                + spoken("praise", praise?.rawValue, praise?.sentence)
        case .notYet(let progress, let hint, let praise):
            let bar = TextBar.text(progress, length: Self.barLength, unicode: style.unicode)
            let percent = FixedPoint.text((100 * progress).rounded(.down), decimals: 0) + " %"
            let meter = bar.isEmpty ? percent : percent + " " + bar
            return line(style.painted("not yet", .yellow), "\(facts)  \(meter)")
                + spoken("praise", praise?.rawValue, praise?.sentence)
                + spoken("hint", hint?.rawValue, hint?.sentence)
        case .cannotJudge(let reason):
            return line(style.painted("cannot judge", .yellow), "")
                + spoken("reason", reason.rawValue, reason.sentence)
        }
    }

    private func scoreText(_ report: MatchReport) -> String {
        guard let reading = report.reading else { return "" }
        let score = FixedPoint.text(Double(reading.scores[report.target]), decimals: 3)
        let wanted = FixedPoint.text(report.threshold, decimals: 3)
        let text = "\(OperatingPoint.prompted.rawValue) score \(score), wanted \(wanted)"
        guard let share = reading.changeShare else { return text }
        return text + ", change \(FixedPoint.text(share, decimals: 1)) of 1"
    }

    private func line(_ word: String, _ facts: String) -> String {
        facts.isEmpty ? "  \(word)\n" : "  \(word)  \(facts)\n"
    }

    private func spoken(_ kind: String, _ code: String?, _ sentence: String?) -> String {
        guard let code, let sentence else { return "" }
        let blanks = String(repeating: " ", count: 7 - kind.count)
        return "    \(kind)\(blanks)\(sentence) (\(code))\n"
    }
}
