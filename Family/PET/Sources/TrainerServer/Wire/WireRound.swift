import Foundation
import TrainerContent
import TrainerRules

/// A round as sent to the browser: the current and the next questions, without the right answers.
struct WireRound: Encodable {
    struct Question: Encodable {
        let id: String
        let picture: String?
        let description: String
        let prompt: String
        let promptClip: String?
        let tip: String
        let tipClip: String?
        let point: TrainerRules.Question.Place?
        let answers: [Answer]
        /// Two similar emotions to compare before the question; nil for none.
        let contrast: [ContrastFace]?

        private enum CodingKeys: String, CodingKey {
            case id, picture, description, prompt, promptClip, tip, tipClip, point, answers
            case contrast
        }

        /// Encodes every key; absent values are null.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(picture, forKey: .picture)
            try container.encode(description, forKey: .description)
            try container.encode(prompt, forKey: .prompt)
            try container.encode(promptClip, forKey: .promptClip)
            try container.encode(tip, forKey: .tip)
            try container.encode(tipClip, forKey: .tipClip)
            try container.encode(point, forKey: .point)
            try container.encode(answers, forKey: .answers)
            try container.encode(contrast, forKey: .contrast)
        }
    }

    struct Answer: Encodable {
        let id: String
        let word: String
        let wordClip: String?
        let symbol: String?
        let picture: String?
        let disabled: Bool

        private enum CodingKeys: String, CodingKey {
            case id, word, wordClip, symbol, picture, disabled
        }

        /// Encodes every key; absent values are null.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(word, forKey: .word)
            try container.encode(wordClip, forKey: .wordClip)
            try container.encode(symbol, forKey: .symbol)
            try container.encode(picture, forKey: .picture)
            try container.encode(disabled, forKey: .disabled)
        }
    }

    /// One of two faces to compare: the word of its emotion and its distinctive feature.
    struct ContrastFace: Encodable {
        let picture: String
        let description: String
        let word: String
        let wordClip: String?
        let tip: String
        let tipClip: String?
        let point: TrainerRules.Question.Place

        private enum CodingKeys: String, CodingKey {
            case picture, description, word, wordClip, tip, tipClip, point
        }

        /// Encodes every key; absent recordings are null.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(picture, forKey: .picture)
            try container.encode(description, forKey: .description)
            try container.encode(word, forKey: .word)
            try container.encode(wordClip, forKey: .wordClip)
            try container.encode(tip, forKey: .tip)
            try container.encode(tipClip, forKey: .tipClip)
            try container.encode(point, forKey: .point)
        }
    }

    let id: String
    let level: String
    let revision: Int
    let finished: Bool
    let total: Int
    let done: Int
    let setAside: Int
    let presentation: Int
    /// Whether the tip is offered without a request.
    let offersTip: Bool
    let current: Question?
    let upcoming: [Question]

    private enum CodingKeys: String, CodingKey {
        case id, level, revision, finished, total, done, setAside, presentation, offersTip
        case current, upcoming
    }

    /// Encodes every key; `current` is null at the end.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(level, forKey: .level)
        try container.encode(revision, forKey: .revision)
        try container.encode(finished, forKey: .finished)
        try container.encode(total, forKey: .total)
        try container.encode(done, forKey: .done)
        try container.encode(setAside, forKey: .setAside)
        try container.encode(presentation, forKey: .presentation)
        try container.encode(offersTip, forKey: .offersTip)
        try container.encode(current, forKey: .current)
        try container.encode(upcoming, forKey: .upcoming)
    }

    /// The number of upcoming questions to send, so that their pictures load early.
    static let upcomingCount = 3

    init(_ round: Round, presenter: QuestionPresenter) {
        id = round.id.uuidString.lowercased()
        level = round.level.description
        revision = round.revision
        finished = round.isFinished
        total = round.total
        done = round.done
        setAside = round.setAside
        presentation = round.presentation
        offersTip = round.offersTip
        current = round.current.map { presenter.question($0, disabled: round.disabledAnswers) }
        upcoming = round.upcoming(Self.upcomingCount).map { presenter.question($0, disabled: []) }
    }
}
