import FacialFunWire
import TrainerRules
import TrainerStore

/// The charts of Review Gameplay (H2).
enum ReviewCharts {
    /// The emotions in teaching order.
    static let order: [Emotion] = [
        .happiness, .sadness, .anger, .surprise, .fear, .disgust, .neutral, .contempt,
    ]

    /// The charts of the family's page, in their printed order (two in a row).
    static func family(
        _ review: FamilyReview, offered: Set<Skill>? = nil, words: ChartWords
    ) -> [Chart] {
        let rollUps = review.rollUps
        let byEmotion = PlaySummary(emotionDays: rollUps.emotionDays).byEmotion
        let notes = NoteMarks(review.noteDays)
        return [
            ProgressChart.chart(rollUps.emotionDays, notes: notes, words: words),
            ConfusionChart.chart(rollUps.confusions, words: words),
            AnswersChart.chart(byEmotion, words: words),
            MasteryChart.chart(
                review.mastery, offered: offered, today: review.today, words: words),
            FaceGridChart.chart(review.faceDays, best: review.bestScores, words: words),
            HelpChart.chart(rollUps.emotionDays, words: words),
            ResponseTimesChart.chart(byEmotion, words: words),
            PlayTimeChart.chart(
                rollUps.sittings, notes: notes, today: review.today, words: words),
        ].compactMap(\.self)
    }

    /// All charts with data, the simplest first.
    ///
    /// Charts in the same row have about the same height.
    ///
    /// - Parameters:
    /// - emotionDays: Counts of answers.
    /// - confusions: First choices for each emotion.
    /// - sittings: Times in the application.
    /// - faces: Counts of faces in Facial Fun.
    /// - today: The day of the review on the family's clock.
    /// - words: The language's texts.
    /// - Returns: The charts; none if nothing was played.
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
