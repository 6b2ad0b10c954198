import FacialFunWire
import Testing
import TrainerRules

@Suite("Excluded emotions")
struct EmotionExclusionTests {
    private func question(
        _ emotion: Emotion, _ others: [Emotion], form: Question.Form = .cartoon,
        part: Question.Part = .whole, strength: Double = 1
    ) -> Question {
        Question(
            id: "\(emotion.rawValue)-\(others.count)", level: 1, emotion: emotion, form: form,
            part: part, strength: strength, picture: "pictures/\(emotion.rawValue).webp",
            answers: ([emotion] + others).map { .init(id: $0.rawValue, emotion: $0) },
            right: emotion.rawValue)
    }

    private let bank = Sample.bank

    @Test("Questions about excluded emotions are no longer asked")
    func target() {
        let exclusion = EmotionExclusion([.anger], bank: bank)
        #expect(exclusion(question(.anger, [.happiness, .sadness])) == nil)
    }

    @Test("Questions without excluded emotions stay unchanged")
    func untouched() {
        let asked = question(.happiness, [.sadness, .fear])
        #expect(EmotionExclusion([.anger], bank: bank)(asked) == asked)
        #expect(EmotionExclusion([], bank: bank)(asked) == asked)
    }

    @Test("Excluded emotions are replaced as an answer by a dissimilar emotion")
    func replaced() throws {
        let exclusion = EmotionExclusion([.anger, .happiness], bank: bank)
        let changed = try #require(exclusion(question(.surprise, [.anger, .happiness])))
        #expect(changed.answers.count == 3 && changed.right == "surprise")
        #expect(changed.answers.contains { $0.id == "surprise" })
        // Fear is similar, and dissimilar emotions remain.
        #expect(
            changed.answers.allSatisfy { ![.anger, .happiness, .fear].contains($0.emotion) })
    }

    @Test("Excluded emotions are not replaced by one that the picture could show")
    func plausibleReplacement() throws {
        let exclusion = EmotionExclusion([.anger], bank: bank)
        var asked = question(.surprise, [.anger, .happiness])
        let usual = try #require(exclusion(asked)).answers.compactMap(\.emotion)
        let replacement = try #require(usual.first { ![.surprise, .happiness].contains($0) })
        asked.plausible = [replacement]
        let changed = try #require(exclusion(asked))
        #expect(changed.answers.count == 3)
        #expect(!changed.answers.contains { $0.emotion == replacement })
    }

    @Test("Excluded emotions are replaced by a similar one only if just three emotions remain")
    func threeRemainingEmotions() throws {
        let exclusion = EmotionExclusion([.anger, .disgust, .neutral, .sadness], bank: bank)
        let changed = try #require(exclusion(question(.fear, [.anger, .neutral])))
        #expect(Set(changed.answers.compactMap(\.emotion)) == [.fear, .surprise, .happiness])
    }

    @Test(
        "Excluded emotions are not replaced in answers chosen by hand",
        arguments: [(Question.Form.situation, 1.0), (.person, 0.5)])
    func answersChosenByHand(form: Question.Form, strength: Double) throws {
        let exclusion = EmotionExclusion([.anger], bank: bank)
        let four = question(
            .fear, [.anger, .happiness, .neutral], form: form, strength: strength)
        #expect(try #require(exclusion(four)).answers.count == 3)
        let three = question(.fear, [.anger, .happiness], form: form, strength: strength)
        #expect(exclusion(three) == nil)
    }

    @Test("Excluded emotions do not appear in pictures")
    func pictures() {
        let singles = [
            question(.happiness, [.sadness, .fear]), question(.anger, [.fear, .sadness]),
        ]
        let choice = Question(
            id: "who", level: 1, emotion: .happiness, form: .cartoon, picture: nil,
            answers: singles.map { .init(id: $0.id, picture: $0.picture) },
            right: singles[0].id)
        let exclusion = EmotionExclusion([.anger], bank: singles + [choice])
        #expect(exclusion(choice) == nil)
    }
}
