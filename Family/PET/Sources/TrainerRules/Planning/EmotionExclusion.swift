public import FacialFunWire

/// Takes emotions out of questions: what a parent took out is neither asked nor offered.
///
/// Where a wrong answer goes, another emotion takes its place, as far from the right one as there
/// is: with three answers at the easiest levels there would be too few else. Only a whole face at
/// full strength gets another answer; for a faint face, a part of one and a story the answers were
/// chosen by hand, so that none of them could be right, too. A question that keeps fewer than three
/// answers is left out.
public struct EmotionExclusion: Sendable {
    /// How many emotions are left at least: a question has three answers.
    public static let fewestLeft = 3
    /// Fewer answers than these a question never has.
    static let fewestAnswers = 3

    private let excluded: Set<Emotion>
    private let taught: [Emotion]
    private let emotionOfPicture: [String: Emotion]

    /// Makes the rule for a bank of questions.
    ///
    /// - Parameters:
    ///   - excluded: what is taken out.
    ///   - bank: all questions; they say which emotions are taught, and what a picture shows.
    public init(_ excluded: Set<Emotion>, bank: [Question]) {
        self.excluded = excluded
        let asked = Set(bank.map(\.emotion) + bank.flatMap { $0.answers.compactMap(\.emotion) })
        taught = Emotion.allCases.filter { asked.contains($0) && !excluded.contains($0) }
        emotionOfPicture = Dictionary(
            bank.compactMap { question in question.picture.map { ($0, question.emotion) } }
        ) { first, _ in first }
    }

    /// A question without what is taken out; nil where it cannot be asked so.
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
            let others = taught.filter { !offered.contains($0) }
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
