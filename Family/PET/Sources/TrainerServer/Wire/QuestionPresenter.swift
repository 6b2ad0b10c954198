import FacialFunWire
import TrainerContent
import TrainerRules
import TrainerStore

/// Adds words, pictures and recordings to a question, in a language and a voice.
struct QuestionPresenter {
    let content: Content
    let language: String
    let voice: String
    /// The family's own questions by name.
    var own: [Question.ID: StoredOwnQuestion] = [:]

    /// A question as sent to the browser, without the right answer.
    func question(_ item: Round.Item, disabled: Set<String>) -> WireRound.Question {
        if item.form == .own { return ownQuestion(item, disabled: disabled) }
        let standard = content.question(item.id)
        let prompt = words("question.\(item.id).prompt") ?? words("play.prompt") ?? ""
        let tip = words("question.\(item.id).tip") ?? ""
        return WireRound.Question(
            id: item.id, picture: standard?.picture.map(Self.address),
            description: words("question.\(item.id).description") ?? "",
            prompt: prompt, promptClip: clip(prompt), tip: tip, tipClip: clip(tip),
            point: standard?.point,
            answers: item.answers.map {
                answer($0, question: item.id, disabled: disabled.contains($0.id))
            },
            contrast: contrast(of: item))
    }

    /// A pair of faces: the question's emotion and a similar one.
    ///
    /// Shows the same person if possible, and never the question's own picture. Nil if the content
    /// has no such pair.
    private func contrast(of item: Round.Item) -> [WireRound.ContrastFace]? {
        guard let similar = item.contrast else { return nil }
        func faces(_ emotion: Emotion, unlike other: Emotion) -> [Question] {
            content.questions.filter { question in
                question.emotion == emotion && !question.isPlausible(other)
                    && question.level <= item.level
                    && question.id != item.id && !question.probe && question.part == .whole
                    && question.strength >= 1 && question.form != .situation
                    && question.picture != nil && question.point != nil
            }.sorted { ($1.level, $0.id) < ($0.level, $1.id) }
        }
        let shown = faces(item.emotion, unlike: similar)
        let others = faces(similar, unlike: item.emotion)
        let samePerson = shown.lazy.compactMap { one in
            others.first { $0.person == one.person && $0.level == one.level }.map { (one, $0) }
        }.first
        let sameLevel = shown.lazy.compactMap { one in
            others.first { $0.level == one.level }.map { (one, $0) }
        }.first
        guard let (one, other) = samePerson ?? sameLevel else { return nil }
        // The order does not depend on which of the two is the question's emotion.
        let both = one.emotion.index < other.emotion.index ? [one, other] : [other, one]
        return both.compactMap(contrastFace)
    }

    private func contrastFace(_ question: Question) -> WireRound.ContrastFace? {
        guard let picture = question.picture, let point = question.point else { return nil }
        let word = words("emotion.\(question.emotion.rawValue)") ?? question.emotion.rawValue
        let tip = words("question.\(question.id).tip") ?? ""
        return WireRound.ContrastFace(
            picture: Self.address(picture),
            description: words("question.\(question.id).description") ?? "", word: word,
            wordClip: clip(word), tip: tip, tipClip: clip(tip), point: point)
    }

    /// A family's own question; if it was deleted, only its answers are known.
    private func ownQuestion(_ item: Round.Item, disabled: Set<String>) -> WireRound.Question {
        let stored = own[item.id]
        let prompt = stored?.question.prompt ?? words("play.prompt") ?? ""
        let tip = stored?.question.tip ?? ""
        return WireRound.Question(
            id: item.id, picture: stored?.address(.picture),
            description: words("questions.picture_words") ?? "", prompt: prompt,
            promptClip: stored?.address(.prompt) ?? clip(prompt), tip: tip,
            tipClip: stored?.address(.tip) ?? clip(tip), point: nil,
            answers: item.answers.map {
                answer($0, question: item.id, disabled: disabled.contains($0.id))
            }, contrast: nil)
    }

    /// A question by name, built-in or the family's own; nil if it was deleted.
    func asked(_ id: Question.ID) -> Question? {
        own[id]?.question.question ?? content.question(id)
    }

    /// Whether a name belongs to a deleted question of the family.
    func isGone(_ id: Question.ID) -> Bool {
        OwnQuestion.id(of: id) != nil && own[id] == nil
    }

    /// The word of an answer: an emotion's or a custom one.
    func word(_ answer: Question.Answer, question: Question.ID) -> String {
        if let own = words("question.\(question).answer.\(answer.id)") { return own }
        guard let emotion = answer.emotion else { return "" }
        return words("emotion.\(emotion.rawValue)") ?? emotion.rawValue
    }

    /// The address of a sentence's recording; nil if there is none.
    func clip(_ sentence: String) -> String? {
        sentence.isEmpty ? nil : content.clip(for: sentence, voice: voice).map(Self.address)
    }

    /// A text of the catalogue.
    func words(_ key: String) -> String? { content.text(key, language: language) }

    /// The address of a file of the content's folder.
    static func address(_ path: String) -> String { "/content/" + path }

    private func answer(
        _ answer: Question.Answer, question: Question.ID, disabled: Bool
    ) -> WireRound.Answer {
        let word = word(answer, question: question)
        return WireRound.Answer(
            id: answer.id, word: word, wordClip: clip(word),
            symbol: answer.picture == nil
                ? answer.emotion.map { Self.address("symbols/\($0.rawValue).svg") } : nil,
            picture: answer.picture.map(Self.address), disabled: disabled)
    }
}
