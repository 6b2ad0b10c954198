import CommandSupport
import FacialFun
import FacialFunWire

/// The levels as text for a terminal, at most 80 columns wide.
struct LevelsTable {
    /// The levels.
    let levels: LevelsFile
    /// The path of the file, printable.
    let path: String
    /// Capabilities of the terminal.
    let style: TerminalStyle

    /// The whole text, with a line break.
    var text: String {
        var head =
            style.painted(path, .bold)
            + "\nfor the scores of \(SafeText.escaped(levels.model.name)) "
            + "\(SafeText.escaped(levels.model.version))\n"
        if let measured = levels.measured {
            head += "measured on \(SafeText.escaped(measured.images))\n"
        }
        let whole = head + "\n" + rules + "\n" + goals + "\n" + legend + goalsWithBaseline
        return style.unicode ? whole : String(whole.map { $0 == "–" ? "-" : $0 })
    }

    /// A line for each level.
    private var rules: String {
        let rows = Level.allCases.map { level in
            let rule = levels[level]
            return [
                "\(level.rawValue)", Self.percent(rule.passRate),
                "\(rule.holdMilliseconds) ms",
                rule.hintAfterMilliseconds.map { "after \($0) ms" } ?? "none",
                "\(levels.offered(at: level).count) of \(Emotion.allCases.count)",
            ]
        }
        return AlignedTable(
            header: ["level", "meant to pass", "held for", "hints", "emotions offered"], rows: rows
        ).text(style: style)
    }

    /// A line for each emotion and level.
    private var goals: String {
        let rows = Emotion.allCases.flatMap { emotion in
            Level.allCases.map { level in
                let goal = levels[emotion, level]
                return [
                    level == .one ? emotion.rawValue : "", "\(level.rawValue)",
                    Self.threshold(goal), Self.percent(goal.passRate),
                    Self.percent(goal.falseAcceptRate), Self.worst(goal),
                    goal.offered ? "yes" : "no",
                ]
            }
        }
        return AlignedTable(
            header: [
                "emotion", "level", "threshold", "passes", "false", "most often", "offered",
            ], rows: rows
        ).text(style: style)
    }

    /// A line for each emotion with its requirements with a baseline; empty if they do not differ.
    private var goalsWithBaseline: String {
        guard levels.hasGoalsWithBaseline else { return "" }
        let rows = Emotion.allCases.map { emotion in
            [emotion.rawValue]
                + Level.allCases.map { level in
                    let goal = levels.goal(emotion, level, withBaseline: true)
                    return FixedPoint.text(goal.threshold, decimals: 3)
                        + (goal.offered ? "" : " (not offered)")
                }
        }
        let table = AlignedTable(
            header: ["with a baseline"] + Level.allCases.map { "level \($0.rawValue)" }, rows: rows)
        let measured = levels.measuredWithBaseline.map {
            "measured on \(SafeText.escaped($0.images))\n"
        }
        return "\n" + table.text(style: style) + (measured.map { "\n" + $0 } ?? "")
    }

    private var legend: String {
        """
        threshold  the score from which a face matches, with its 95 % interval
        passes     faces with this label that pass
        false      faces with another label that pass, averaged over the emotions

        """
    }

    private static func threshold(_ goal: EmotionGoal) -> String {
        let value = FixedPoint.text(goal.threshold, decimals: 3)
        guard let interval = goal.interval else { return value }
        let low = FixedPoint.text(interval.lowerBound, decimals: 3)
        return "\(value) (\(low)–\(FixedPoint.text(interval.upperBound, decimals: 3)))"
    }

    /// The other emotion with the highest match rate; the earlier one wins a tie.
    private static func worst(_ goal: EmotionGoal) -> String {
        let shares = goal.falseAccepts ?? [:]
        let worst = Emotion.allCases.filter { shares[$0] != nil }.reduce(nil as Emotion?) {
            best, next in
            best.map { (shares[next] ?? 0) > (shares[$0] ?? 0) ? next : $0 } ?? next
        }
        return worst.map { "\($0.rawValue) \(percent(shares[$0]))" } ?? "–"
    }

    private static func percent(_ share: Double?) -> String {
        share.map { FixedPoint.text(100 * $0, decimals: 0) + " %" } ?? "–"
    }
}
