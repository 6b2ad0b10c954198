import FacialFunWire
import Testing
import TrainerRules

/// The conditions under which similar emotions become answers to each other.
struct SimilarEmotionsTests {
    private let emotions: [Emotion] = [
        .happiness, .sadness, .anger, .surprise, .fear, .disgust, .neutral,
    ]

    /// Whole faces at full strength, each with three dissimilar wrong answers.
    private func bank(
        level: Int = 3, part: Question.Part = .whole, strength: Double = 1
    ) -> [Question] {
        (0..<28).map { index in
            let emotion = emotions[index % emotions.count]
            let others = emotions.filter {
                $0 != emotion && !SimilarEmotions.contains($0, emotion)
            }.prefix(3)
            return Question(
                id: "l\(level)-\(emotion.rawValue)-\(index)", level: level, emotion: emotion,
                form: .person, part: part, strength: strength, person: "person \(index)",
                picture: "p.webp",
                answers: ([emotion] + others).map { .init(id: $0.rawValue, emotion: $0) },
                right: emotion.rawValue)
        }
    }

    private func history(right: [Emotion: Int], of asked: Int = 10, level: Int = 3) -> PlayHistory {
        var history = PlayHistory(today: Day(10))
        for (emotion, right) in right {
            history.skills[Skill(emotion, at: .standard(level))] = .init(
                tallies: [
                    SittingTally(day: Day(9), sitting: 0, asked: asked, firstRight: right)
                ])
        }
        return history
    }

    private func plans(
        _ bank: [Question], _ history: PlayHistory, excluded: Set<Emotion> = []
    ) -> [RoundPlan] {
        (0..<40).map { seed in
            RoundPlanner(excluded: excluded).plan(
                level: .standard(bank[0].level), bank: bank, history: history, length: 12,
                seed: seed)
        }
    }

    /// The number of questions that offer an emotion similar to the right one.
    private func similarOffers(_ plans: [RoundPlan]) -> Int {
        plans.flatMap(\.questions).count { question in
            question.answers.contains { answer in
                answer.emotion.map { SimilarEmotions.contains($0, question.emotion) } ?? false
            }
        }
    }

    @Test func newLearnersGetOnlyDissimilarAnswers() {
        let plans = plans(bank(), PlayHistory(today: Day(10)))
        #expect(similarOffers(plans) == 0)
        #expect(plans.allSatisfy { $0.contrasts.isEmpty })
    }

    @Test func wellKnownPairIsOfferedInBothDirections() {
        let plans = plans(bank(), history(right: [.fear: 9, .surprise: 9]))
        for (emotion, other) in [(Emotion.fear, Emotion.surprise), (.surprise, .fear)] {
            let asked = plans.flatMap(\.questions).filter { $0.emotion == emotion }
            #expect(!asked.isEmpty)
            #expect(asked.allSatisfy { $0.answers.contains { $0.emotion == other } })
            #expect(asked.allSatisfy { $0.answers.count == 4 })
            #expect(asked.allSatisfy { Set($0.answers.map(\.id)).count == 4 })
        }
        let others = plans.flatMap(\.questions).filter {
            ![.fear, .surprise].contains($0.emotion)
        }
        #expect(
            others.allSatisfy { question in
                question.answers.allSatisfy { answer in
                    answer.emotion.map { !SimilarEmotions.contains($0, question.emotion) } ?? true
                }
            })
    }

    @Test func anEmotionThatThePictureCouldShowIsNotOfferedAsWrong() {
        let ambiguous = bank().map { question in
            var question = question
            question.plausible = SimilarEmotions.neighbours(of: question.emotion)
            return question
        }
        let history = history(right: [.fear: 9, .surprise: 9])
        #expect(similarOffers(plans(bank(), history)) > 0)
        let plans = plans(ambiguous, history)
        #expect(similarOffers(plans) == 0)
        #expect(plans.allSatisfy { $0.contrasts.isEmpty })
    }

    @Test func oneComparisonPrecedesTheFirstSimilarQuestionOfARound() throws {
        for plan in plans(bank(), history(right: [.fear: 8, .surprise: 8])) {
            let first = plan.questions.first { [.fear, .surprise].contains($0.emotion) }
            guard let first else { continue }
            #expect(plan.contrasts.count == 1)
            let other = try #require(plan.contrasts[first.id])
            #expect(Set([first.emotion, other]) == [.fear, .surprise])
        }
    }

    @Test func masteredPairIsNoLongerCompared() {
        var history = PlayHistory(today: Day(10))
        for emotion in [Emotion.fear, .surprise] {
            history.skills[Skill(emotion, at: .standard(3))] = .init(
                tallies: (0..<3).map {
                    SittingTally(day: Day(8 + $0), sitting: $0, asked: 6, firstRight: 6)
                })
        }
        let plans = plans(bank(), history)
        #expect(similarOffers(plans) > 0)
        #expect(plans.allSatisfy { $0.contrasts.isEmpty })
    }

    @Test func weakEmotionKeepsThePairSeparateUntilItIsConfused() {
        var weak = history(right: [.fear: 5, .surprise: 9])
        #expect(similarOffers(plans(bank(), weak)) == 0)
        weak.skills[Skill(.fear, at: .standard(3))]?.confusions = [.surprise: 3]
        #expect(similarOffers(plans(bank(), weak)) > 0)
        var lost = history(right: [.fear: 2, .surprise: 9])
        lost.skills[Skill(.fear, at: .standard(3))]?.confusions = [.surprise: 3]
        #expect(similarOffers(plans(bank(), lost)) == 0)
    }

    @Test func faintFacesAndPartsOfFacesKeepTheirAnswers() {
        let well = history(right: [.fear: 9, .surprise: 9], level: 4)
        #expect(similarOffers(plans(bank(level: 4), well)) > 0)
        #expect(similarOffers(plans(bank(level: 4, strength: 0.5), well)) == 0)
        #expect(similarOffers(plans(bank(level: 4, part: .eyes), well)) == 0)
    }

    @Test func excludedEmotionIsNeverOffered() {
        let plans = plans(
            bank(), history(right: [.fear: 9, .surprise: 9]), excluded: [.surprise])
        #expect(
            plans.flatMap(\.questions).allSatisfy { question in
                question.emotion != .surprise
                    && question.answers.allSatisfy { $0.emotion != .surprise }
            })
    }
}
