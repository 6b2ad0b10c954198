import CommandSupport
import Evaluation
import FacialFun
import FacialFunWire

/// Level counts as text for a terminal.
struct LevelsEvaluationTable {
    /// The counts.
    let evaluation: LevelsEvaluation
    /// Capabilities of the terminal.
    let style: TerminalStyle

    /// The whole text, with a line break.
    var text: String {
        let point = evaluation.levels.operatingPoint.rawValue
        let withheld = evaluation.levels.withheld.map(\.rawValue).joined(separator: ", ")
        var text =
            style.painted("Levels", .bold) + ", scores at the operating point \(point)"
            + (withheld.isEmpty ? "" : ", \(withheld) offered only as targets")
            + "\n" + table(of: evaluation.alone, title: "no baseline")
        if let tied = evaluation.withBaseline {
            text += "\n" + table(of: tied, title: "own baseline")
        }
        text +=
            "\npasses: share of the faces with this label that match; false: share of the other "
            + "faces that match, averaged over the emotions; expected: the same in the levels "
            + "file; in brackets: 95 % intervals. A face that was not found or judged does not "
            + "match.\n"
        return style.unicode ? text : String(text.map { $0 == "–" ? "-" : $0 })
    }

    private func table(of counted: LevelsEvaluation.Counted, title: String) -> String {
        let rows = Emotion.allCases.filter { counted[$0, .one].faces > 0 }.flatMap { emotion in
            Level.allCases.map { level in
                let cell = counted[emotion, level]
                return [
                    level == .one ? emotion.rawValue : "",
                    "\(level.rawValue)" + (cell.goal.offered ? "" : "*"),
                    level == .one ? "\(cell.faces)" : "",
                    Self.share(cell.passRate, cell.passInterval), Self.percent(cell.goal.passRate),
                    Self.share(cell.falseAcceptRate, cell.falseAcceptInterval),
                    Self.percent(cell.goal.falseAcceptRate),
                ]
            }
        }
        let table = AlignedTable(
            header: [title, "level", "n", "passes", "expected", "false", "expected"], rows: rows)
        let isAllOffered = Emotion.allCases.allSatisfy { emotion in
            Level.allCases.allSatisfy { counted[emotion, $0].goal.offered }
        }
        return table.text(style: style)
            + (isAllOffered ? "" : "* not offered: the game should not ask for it\n")
            + "\(Counted.text(counted.pictures, "picture")), "
            + "\(MetricText.share(counted.notJudged, of: counted.pictures)) not found or refused\n"
    }

    private static func share(_ value: Double?, _ interval: Interval?) -> String {
        guard let value, let interval else { return MetricText.none }
        return "\(number(value)) (\(number(interval.low))–\(number(interval.high)))"
    }

    private static func number(_ value: Double) -> String { FixedPoint.text(value, decimals: 2) }

    private static func percent(_ share: Double?) -> String {
        share.map(number) ?? MetricText.none
    }
}
