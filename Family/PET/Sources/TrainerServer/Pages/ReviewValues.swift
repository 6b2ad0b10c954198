import FacialFunWire
import FamilyAccounts
import Foundation
import TrainerContent
import TrainerRules
import TrainerStore

/// The template values of the review (H1, H2).
enum ReviewValues {
    static func values(
        of rollUps: RollUps, faces: [FaceDay], content: Content, language: String
    ) -> [String: Any] {
        let words = ChartWords(content.texts(language))
        let today = Day(
            secondsSince1970: Int(Date().timeIntervalSince1970),
            offsetFromUTC: TimeZone.current.secondsFromGMT())
        let summary = PlaySummary(
            emotionDays: rollUps.emotionDays, rounds: rollUps.rounds, sittings: rollUps.sittings,
            today: today)
        let charts = ReviewCharts.charts(
            emotionDays: rollUps.emotionDays, confusions: rollUps.confusions,
            sittings: rollUps.sittings, faces: faces, today: today, words: words)
        return [
            "empty": false,
            "summary": [
                "playTime": words.minutes(summary.playMilliseconds), "sittings": summary.sittings,
                "answersRight": summary.totals.firstRight + summary.totals.laterRight,
                "answersWrong": summary.totals.wrong, "skips": summary.totals.skipped,
                "tips": summary.totals.tips, "roundsPlayed": summary.roundsStarted,
                "roundsCompleted": summary.roundsCompleted,
                "known": summary.ranking.isKnown,
                "best": summary.ranking.best.map { words($0) },
                "least": summary.ranking.least.map { words($0) },
            ] as [String: Any],
            "charts": charts.map { chart -> [String: Any] in
                var values: [String: Any] = [
                    "id": chart.id, "title": chart.title, "svg": chart.svg,
                    "table": ["columns": chart.table.columns, "rows": chart.table.rows]
                        as [String: Any],
                ]
                if let note = chart.note { values["note"] = note }
                return values
            },
        ]
    }
}
