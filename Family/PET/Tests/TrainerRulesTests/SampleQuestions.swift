import FacialFunWire
import TrainerRules

/// Questions for tests.
enum Sample {
    /// The emotions of a level's questions.
    static let emotions: [Emotion] = [
        .happiness, .sadness, .anger, .surprise, .fear, .disgust, .neutral,
    ]

    /// A question with a number of answers, each an emotion; the first is right.
    static func question(
        _ id: String, emotion: Emotion = .happiness, answers: Int = 3, level: Int = 1,
        person: String? = nil, probe: Bool = false
    ) -> Question {
        let others = Emotion.allCases.filter { $0 != emotion }.prefix(max(0, answers - 1))
        return Question(
            id: id, level: level, emotion: emotion, form: .cartoon, person: person, probe: probe,
            picture: "questions/\(id).png",
            answers: ([emotion] + others).prefix(answers).map {
                Question.Answer(id: $0.rawValue, emotion: $0)
            },
            right: emotion.rawValue)
    }

    /// Some questions that cycle through the emotions.
    static func questions(_ count: Int, answers: Int = 3, level: Int = 1) -> [Question] {
        (0..<count).map { index in
            let emotion = emotions[index % emotions.count]
            return question(
                "l\(level)-\(emotion.rawValue)-\(index / emotions.count + 10)", emotion: emotion,
                answers: answers, level: level, person: "person-\(index % 5)")
        }
    }
}
