import FacialFunWire
import Testing
import TrainerRules

/// A day's row: asked, right at first, right later; other counts are derived.
private func row(
    _ day: Int, _ emotion: Emotion, asked: Int, first: Int, later: Int = 0,
    level: PlayedLevel = .standard(1), milliseconds: Int = 0, timed: Int = 0
) -> EmotionDay {
    var row = EmotionDay(day: Day(day), emotion: emotion, level: level)
    row.asked = asked
    row.firstRight = first
    row.laterRight = later
    row.wrong = asked - first
    row.milliseconds = milliseconds
    row.answersTimed = timed
    return row
}

@Suite("A summary of play")
struct PlaySummaryTests {
    @Test("A summary of play is empty without play (H3)")
    func empty() {
        let summary = PlaySummary(emotionDays: [])
        #expect(summary.isEmpty && summary.byEmotion.isEmpty && !summary.ranking.isKnown)
        #expect(summary.totals.firstRightShare == nil && summary.totals.meanMilliseconds == nil)
        #expect(summary.typicalMilliseconds == nil && summary.playMilliseconds == 0)
    }

    @Test("A summary of play has figures but no ranking after one answer")
    func oneAnswer() {
        let summary = PlaySummary(
            emotionDays: [row(1, .fear, asked: 1, first: 1, milliseconds: 3_000, timed: 1)],
            rounds: [RoundCount(day: Day(1), level: .standard(1), started: 1, completed: 0)],
            sittings: [SittingSpan(day: Day(1), milliseconds: 20_000)])
        #expect(!summary.isEmpty && summary.totals.right == 1)
        #expect(summary.totals.firstRightShare == 1 && summary.typicalMilliseconds == 3_000)
        #expect(summary.ranking.best.isEmpty && summary.ranking.least.isEmpty)
        #expect(summary.roundsStarted == 1 && summary.roundsCompleted == 0)
        #expect(summary.levelsCompleted.isEmpty && summary.sittings == 1)
    }

    @Test("A summary of play is not empty for a round with only tips")
    func roundWithOnlyTips() {
        let round = RoundCount(day: Day(1), level: .questionBank, started: 1, completed: 0)
        #expect(!PlaySummary(emotionDays: [], rounds: [round]).isEmpty)
        var tip = EmotionDay(day: Day(1), emotion: .fear, level: .standard(1))
        tip.tips = 1
        let summary = PlaySummary(emotionDays: [tip])
        #expect(!summary.isEmpty && summary.byEmotion.isEmpty && summary.totals.tips == 1)
    }

    @Test("A summary of play adds days, emotions, levels, rounds and sittings")
    func sums() {
        let summary = PlaySummary(
            emotionDays: [
                row(1, .fear, asked: 4, first: 1, later: 2, milliseconds: 20_000, timed: 4),
                row(1, .anger, asked: 4, first: 4, milliseconds: 8_000, timed: 4),
                row(
                    2, .fear, asked: 6, first: 3, level: .standard(2), milliseconds: 60_000,
                    timed: 6),
            ],
            rounds: [
                RoundCount(day: Day(1), level: .standard(1), started: 2, completed: 1),
                RoundCount(day: Day(2), level: .standard(2), started: 1, completed: 0),
            ],
            sittings: [
                SittingSpan(day: Day(1), milliseconds: 60_000),
                SittingSpan(day: Day(1), milliseconds: 30_000),
            ])
        #expect(summary.totals.asked == 14 && summary.totals.right == 10)
        #expect(summary.totals.notRight == 4 && summary.totals.wrong == 6)
        #expect(summary.byEmotion[.fear]?.firstRightShare == 0.4)
        #expect(summary.byLevel[.standard(2)]?.asked == 6)
        #expect(summary.totals.meanMilliseconds == 6_286)
        // Day 1: eight answers of 3.5 s; day 2: six of 10 s.
        #expect(summary.typicalMilliseconds == 3_500)
        #expect(summary.roundsStarted == 3 && summary.roundsCompleted == 1)
        #expect(summary.levelsCompleted == [.standard(1)])
        #expect(summary.sittings == 2 && summary.playMilliseconds == 90_000)
    }

    @Test(
        "A summary of play has shares of at most one and no negative counts if a round crosses midnight"
    )
    func midnight() {
        let totals = AnswerTotals([row(2, .fear, asked: 1, first: 2, later: 1)])
        #expect(totals.firstRightShare == 1 && totals.notRight == 0)
        #expect(AnswerTotals([row(2, .fear, asked: 0, first: 1)]).firstRightShare == nil)
    }
}

@Suite("The ranking of emotions")
struct EmotionRankingTests {
    private func ranking(_ rows: (Emotion, asked: Int, first: Int)...) -> EmotionRanking {
        EmotionRanking(
            Dictionary(
                uniqueKeysWithValues: rows.map {
                    ($0.0, AnswerTotals([row(1, $0.0, asked: $0.asked, first: $0.first)]))
                }))
    }

    @Test(
        "The ranking of emotions names the best-known and the least-known by the share of right first answers"
    )
    func names() {
        let ranking = ranking((.fear, 10, 3), (.anger, 10, 7), (.happiness, 20, 19))
        #expect(ranking.isKnown && ranking.best == [.happiness] && ranking.least == [.fear])
    }

    @Test("The ranking of emotions needs ten questions about at least two emotions")
    func tooFewQuestions() {
        #expect(!ranking((.fear, 9, 0), (.anger, 10, 7)).isKnown)
        #expect(ranking((.fear, 9, 0), (.anger, 10, 7)).best.isEmpty)
        #expect(ranking((.fear, 10, 0), (.anger, 10, 7)).least == [.fear])
        #expect(!ranking((.anger, 10, 7)).isKnown && !ranking().isKnown)
    }

    @Test("The ranking of emotions names all emotions that tie, and none if all tie")
    func ties() {
        let ties = ranking((.fear, 12, 4), (.anger, 18, 6), (.happiness, 16, 12), (.sadness, 8, 8))
        #expect(ties.best == [.happiness] && ties.least == [.anger, .fear])
        let equal = ranking((.fear, 12, 6), (.anger, 10, 5))
        #expect(equal.isKnown && equal.best.isEmpty && equal.least.isEmpty)
    }

    @Test(
        "The ranking of emotions does not call a nearly perfect emotion least known or a poor one best"
    )
    func bounds() {
        let known = ranking((.fear, 10, 9), (.anger, 10, 10))
        #expect(known.best == [.anger] && known.least.isEmpty)
        let unknown = ranking((.fear, 10, 0), (.anger, 10, 0))
        #expect(unknown.best.isEmpty && unknown.least.isEmpty)
    }
}

@Suite("A timeline")
struct TimelineTests {
    @Test("A timeline has a point for each day or week with questions, oldest first")
    func answers() {
        let rows = [
            row(11, .fear, asked: 2, first: 1), row(4, .fear, asked: 4, first: 1),
            row(5, .fear, asked: 1, first: 1), row(5, .anger, asked: 3, first: 0),
            row(6, .fear, asked: 0, first: 0),
        ]
        let days = Timeline.answers(rows, of: .fear, by: .day)
        #expect(days.map(\.start.number) == [4, 5, 11])
        #expect(days.map(\.totals.firstRightShare) == [0.25, 1, 0.5])
        // 1970-01-05 (day 4) was a Monday.
        let weeks = Timeline.answers(rows, by: .week)
        #expect(weeks.map(\.start.number) == [4, 11])
        #expect(weeks.map(\.totals.asked) == [8, 2])
        #expect(Timeline.answers([], by: .day).isEmpty)
    }

    @Test("A timeline uses weeks if there are too many days")
    func steps() {
        #expect(Timeline.Step.fitting([], most: 14) == .day)
        #expect(Timeline.Step.fitting([Day(1), Day(14)], most: 14) == .day)
        #expect(Timeline.Step.fitting([Day(15), Day(1)], most: 14) == .week)
    }

    @Test("A timeline includes days without play up to today, within the maximum")
    func play() {
        let spans = [
            SittingSpan(day: Day(3), milliseconds: 10), SittingSpan(day: Day(5), milliseconds: 20),
            SittingSpan(day: Day(5), milliseconds: 1),
        ]
        let points = Timeline.play(spans, by: .day, until: Day(6), count: 14)
        #expect(points.map(\.start.number) == [3, 4, 5, 6])
        #expect(points.map(\.milliseconds) == [10, 0, 21, 0])
        #expect(Timeline.play(spans, by: .day, count: 2).map(\.milliseconds) == [0, 21])
        #expect(Timeline.play(spans, by: .week, count: 9).map(\.start.number) == [-3, 4])
        #expect(Timeline.play([], by: .day, until: Day(6), count: 9).isEmpty)
        #expect(Timeline.play(spans, by: .day, until: Day(1), count: 9).isEmpty)
        #expect(Timeline.play(spans, by: .day, count: 0).isEmpty)
    }
}

@Suite("The confusion grid")
struct ConfusionGridTests {
    @Test("The confusion grid has a sum for each pair, with shares of the shown emotion")
    func sums() {
        let grid = ConfusionGrid([
            ConfusionCount(shown: .fear, chosen: .surprise, count: 3),
            ConfusionCount(shown: .fear, chosen: .fear, count: 5),
            ConfusionCount(shown: .fear, chosen: .surprise, count: 2),
            ConfusionCount(shown: .anger, chosen: .anger, count: 0),
        ])
        #expect(grid.emotions == [.surprise, .fear])
        #expect(grid.count(shown: .fear, chosen: .surprise) == 5 && grid.shown(.fear) == 10)
        #expect(grid.share(shown: .fear, chosen: .surprise) == 0.5)
        #expect(grid.share(shown: .surprise, chosen: .fear) == nil)
        #expect(ConfusionGrid([]).emotions.isEmpty)
    }

    @Test("The confusion grid lists frequent confusions beyond chance, most frequent first")
    func frequent() {
        let grid = ConfusionGrid([
            ConfusionCount(shown: .fear, chosen: .surprise, count: 4),
            ConfusionCount(shown: .fear, chosen: .fear, count: 16),
            ConfusionCount(shown: .anger, chosen: .disgust, count: 7),
            ConfusionCount(shown: .anger, chosen: .anger, count: 3),
            ConfusionCount(shown: .sadness, chosen: .neutral, count: 2),
            ConfusionCount(shown: .happiness, chosen: .neutral, count: 3),
            ConfusionCount(shown: .happiness, chosen: .happiness, count: 30),
        ])
        #expect(grid.frequent.map(\.shown) == [.anger, .fear])
        #expect(grid.frequent.map(\.count) == [7, 4])
    }
}
