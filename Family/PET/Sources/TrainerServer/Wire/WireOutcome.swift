import Foundation
import TrainerContent
import TrainerRules

/// The result of an event, with the words for the player.
struct WireOutcome: Encodable {
    let kind: String
    let reason: String?
    /// The right answer's name, once it may be shown.
    let right: String?
    /// The right answer's word, once it may be shown.
    let word: String?
    let sentence: String?
    let clip: String?

    init(
        _ outcome: RoundOutcome, event: RoundEvent, asked: Question?,
        presenter: QuestionPresenter, wasWithdrawn: Bool = false
    ) {
        kind = Self.kind(outcome)
        // The question was deleted in the Question Manager while a screen showed it.
        if outcome == .ignored(.stale) || outcome == .ignored(.finished), wasWithdrawn {
            (reason, right, word) = ("withdrawn", nil, nil)
            sentence = presenter.words("play.withdrawn")
            clip = sentence.flatMap(presenter.clip)
            return
        }
        if case .ignored(let why) = outcome { reason = why.rawValue } else { reason = nil }
        var chose = false
        if case .answer = event.action { chose = true }
        let tells = outcome == .right || outcome == .revealed || (outcome == .setAside && chose)
        right = tells ? asked?.right : nil
        word =
            tells
            ? asked.flatMap { question in
                question.answers.first { $0.id == question.right }
                    .map { presenter.word($0, question: question.id) }
            } : nil
        sentence = Self.sentence(kind, event: event, presenter: presenter)
        clip = sentence.flatMap(presenter.clip)
    }

    private static func kind(_ outcome: RoundOutcome) -> String {
        switch outcome {
        case .right: "right"
        case .wrong: "wrong"
        case .revealed: "revealed"
        case .skipped: "skipped"
        case .setAside: "set_aside"
        case .noted: "noted"
        case .ignored: "ignored"
        }
    }

    /// One of the catalog's sentences `outcome.<kind>.1`, `.2`, …, chosen by the event's name, so
    /// that a repeated event gets the same sentence.
    private static func sentence(
        _ kind: String, event: RoundEvent, presenter: QuestionPresenter
    ) -> String? {
        let sentences = (1...).lazy.map { presenter.words("outcome.\(kind).\($0)") }
            .prefix { $0 != nil }.compactMap { $0 }
        let all = Array(sentences)
        guard !all.isEmpty else { return nil }
        return all[Int(event.id.uuid.15) % all.count]
    }
}
