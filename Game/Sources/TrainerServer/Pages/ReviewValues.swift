import Emotions
import TrainerContent
import TrainerRules
import TrainerStore

/// The review as its template reads it (H1, H2).
enum ReviewValues {
    static func values(
        of rollUps: RollUps, content: Content, language: String
    ) -> [String: Any] {
        var total = EmotionDay(day: Day(0), emotion: .neutral, level: .standard(1))
        for row in rollUps.emotionDays { total.add(row) }
        let minutes = rollUps.sittings.map(\.milliseconds).reduce(0, +) / 60_000
        return [
            "empty": false,
            "summary": [
                "playTime": "\(minutes) min", "sittings": rollUps.sittings.count,
                "answersRight": total.firstRight + total.laterRight, "answersWrong": total.wrong,
                "skips": total.skipped, "tips": total.tips,
                "roundsPlayed": rollUps.rounds.map(\.started).reduce(0, +),
                "roundsCompleted": rollUps.rounds.map(\.completed).reduce(0, +),
                "best": [String](), "least": [String](),
            ] as [String: Any],
            "charts": [[String: Any]](),
        ]
    }
}
