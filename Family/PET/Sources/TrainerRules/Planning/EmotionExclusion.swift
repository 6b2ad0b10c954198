public import FacialFunWire

/// Removes the emotions that a parent excluded from questions and answers.
///
/// A removed wrong answer is replaced by the most dissimilar emotion left; otherwise questions of
/// the easiest levels would have fewer than three answers. Only a whole face at full strength gets
/// a replacement. The answers of faint faces, parts of faces and stories were chosen by hand, so
/// that no second answer is right. A question with fewer than three answers is left out.
public struct EmotionExclusion: Sendable {
    /// Minimum number of emotions left: a question has three answers.
    public static let minimumRemaining = 3
    /// Minimum number of answers of a question.
    static let fewestAnswers = 3

    private let excluded: Set<Emotion>
    private let taught: [Emotion]
    private let emotionOfPicture: [String: Emotion]

    /// Makes the rule for a bank of questions.
    ///
    /// - Parameters:
    ///   - excluded: The excluded emotions.
    ///   - bank: All questions; they determine the taught emotions and the content of pictures.
    public init(_ excluded: Set<Emotion>, bank: [Question]) {
        self.excluded = excluded
        let asked = Set(bank.map(\.emotion) + bank.flatMap { $0.answers.compactMap(\.emotion) })
        taught = Emotion.allCases.filter { asked.contains($0) && !excluded.contains($0) }
        emotionOfPicture = Dictionary(
            bank.compactMap { question in question.picture.map { ($0, question.emotion) } }
        ) { first, _ in first }
    }

    /// A question without the excluded emotions; nil if it cannot be asked without them.
    public func callAsFunction(_ question: Question) -> Question? {
        guard !excluded.isEmpty else { return question }
        guard !excluded.contains(question.emotion) else { return nil }
        var changed = question
        changed.answers.removeAll { answer in
            answer.id != question.right && emotion(of: answer).map(excluded.contains) ?? false
        }
        let missing = question.answers.count - changed.answers.count
        guard missing > 0 else { return question }
        if question.part == .whole, question.strength >= 1, question.form != .situation,
            question.answers.allSatisfy({ $0.picture == nil && $0.emotion != nil })
        {
            let offered = Set(changed.answers.compactMap(\.emotion))
            let others = taught.filter { !offered.contains($0) && !question.isPlausible($0) }
            let far = others.filter { !SimilarEmotions.contains($0, question.emotion) }
            let near = others.filter { SimilarEmotions.contains($0, question.emotion) }
            changed.answers += (far + near).prefix(missing)
                .map { Question.Answer(id: $0.rawValue, emotion: $0) }
        }
        return changed.answers.count >= min(Self.fewestAnswers, question.answers.count)
            ? changed : nil
    }

    private func emotion(of answer: Question.Answer) -> Emotion? {
        answer.emotion ?? answer.picture.flatMap { emotionOfPicture[$0] }
    }
}
