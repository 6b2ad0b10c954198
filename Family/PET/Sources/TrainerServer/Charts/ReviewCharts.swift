import FacialFunWire
import TrainerRules
import TrainerStore

/// The graphs of Review Gameplay (H2).
enum ReviewCharts {
    /// The emotions in the order in which they are taught.
    static let order: [Emotion] = [
        .happiness, .sadness, .anger, .surprise, .fear, .disgust, .neutral, .contempt,
    ]

    /// The graphs of the family's page, in the order in which they stand two and two on paper.
    static func family(_ review: FamilyReview, words: ChartWords) -> [Chart] {
        let rollUps = review.rollUps
        let byEmotion = PlaySummary(emotionDays: rollUps.emotionDays).byEmotion
        let notes = NoteMarks(review.noteDays)
        return [
            ProgressChart.chart(rollUps.emotionDays, notes: notes, words: words),
            ConfusionChart.chart(rollUps.confusions, words: words),
            AnswersChart.chart(byEmotion, words: words),
            MasteryChart.chart(review.mastery, today: review.today, words: words),
            FaceGridChart.chart(review.faceDays, best: review.bestScores, words: words),
            HelpChart.chart(rollUps.emotionDays, words: words),
            ResponseTimesChart.chart(byEmotion, words: words),
            PlayTimeChart.chart(
                rollUps.sittings, notes: notes, today: review.today, words: words),
        ].compactMap(\.self)
    }

    /// All graphs that have something to show, the plainest first; two that stand
    /// side by side are about as high.
    ///
    /// - Parameters:
    ///   - emotionDays: what was counted of answers.
    ///   - confusions: what was chosen first for what.
    ///   - sittings: times in the application.
    ///   - faces: what was counted of faces in Facial Fun.
    ///   - today: the day of the review on the family's clock.
    ///   - words: the language's texts.
    /// - Returns: the graphs, none where nothing was played.
    static func charts(
        emotionDays: [EmotionDay], confusions: [ConfusionCount], sittings: [SittingSpan],
        faces: [FaceDay] = [], today: Day, words: ChartWords
    ) -> [Chart] {
        let byEmotion = PlaySummary(emotionDays: emotionDays).byEmotion
        return [
            AnswersChart.chart(byEmotion, words: words),
            ResponseTimesChart.chart(byEmotion, words: words),
            ProgressChart.chart(emotionDays, words: words),
            ConfusionChart.chart(confusions, words: words),
            FacesChart.chart(faces, words: words),
            PlayTimeChart.chart(sittings, today: today, words: words),
        ].compactMap(\.self)
    }
}
