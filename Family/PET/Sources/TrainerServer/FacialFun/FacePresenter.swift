import FacialFunWire
import Foundation
import TrainerContent
import TrainerRules

/// Adds words, recordings and model pictures to Facial Fun.
struct FacePresenter: Sendable {
    let content: Content
    let language: String
    let voice: String

    /// A text and its recording.
    func spoken(_ key: String) -> (sentence: String, clip: String?) {
        let sentence = content.text(key, language: language) ?? key
        return (sentence, content.clip(for: sentence, voice: voice).map(QuestionPresenter.address))
    }

    /// The emotions of a level for which the game has a model picture.
    static func playable(_ offered: Set<Emotion>, content: Content) -> Set<Emotion> {
        offered.filter { !pictures(of: $0, content: content).isEmpty }
    }

    /// Model faces of an emotion, the clearest first: people before cartoons, strong before weak.
    private static func pictures(of emotion: Emotion, content: Content) -> [Question] {
        let all = content.questions.filter {
            $0.emotion == emotion && $0.part == .whole && $0.picture != nil && !$0.probe
                && ($0.form == .person || $0.form == .cartoon)
        }
        let people = all.filter { $0.form == .person }
        let clear = people.filter { $0.level == 3 }
        let best = !clear.isEmpty ? clear : !people.isEmpty ? people : all
        return best.sorted { ($1.strength, $0.id) < ($0.strength, $1.id) }
    }

    /// The model for a target: a different person for each showing; the strongest expression if the
    /// target was made easier.
    func picture(_ target: FaceRound.Target, of round: FaceRound) -> (
        path: String?, description: String
    ) {
        let pictures = Self.pictures(of: target.emotion, content: content)
        guard !pictures.isEmpty else { return (nil, "") }
        // Changes from round to round, but not within a showing.
        let turn = Int(round.id.uuid.0) + target.emotion.index + target.showings
        let question = target.easings > 0 ? pictures[0] : pictures[turn % pictures.count]
        return (
            question.picture.map(QuestionPresenter.address),
            content.text(TextKey.description(question.id), language: language) ?? ""
        )
    }

    /// The request for a face.
    func target(_ target: FaceRound.Target, of round: FaceRound) -> WireFaceRound.Target {
        let prompt = spoken("face.prompt.\(target.emotion.rawValue)")
        let picture = picture(target, of: round)
        return WireFaceRound.Target(
            emotion: target.emotion.rawValue,
            word: content.text(TextKey.emotion(target.emotion), language: language) ?? "",
            prompt: prompt.sentence, promptClip: prompt.clip, picture: picture.path,
            description: picture.description, easier: target.level < round.level)
    }

    /// The result of an event; consecutive events get different sentences.
    ///
    /// - Parameters:
    /// - outcome: The result.
    /// - turn: The number of the event.
    /// - isNear: Whether a face that does not match yet comes close.
    /// - Returns: The result in words.
    func outcome(_ outcome: FaceOutcome, turn: Int, isNear: Bool = false) -> WireFaceOutcome {
        let kind = Self.word(outcome)
        let words = if case .notYet = outcome, isNear { "nearly" } else { kind }
        let keys = (1...9).map { "face.outcome.\(words).\($0)" }
            .prefix { content.text($0, language: language) != nil }
        let said = keys.isEmpty ? ("", nil) : spoken(keys[max(0, turn) % keys.count])
        var left: Int?
        if case .notYet(let tries) = outcome { left = tries }
        return WireFaceOutcome(kind: kind, sentence: said.0, clip: said.1, triesLeft: left)
    }

    private static func word(_ outcome: FaceOutcome) -> String {
        switch outcome {
        case .matched: "matched"
        case .seen: "seen"
        case .notYet: "not_yet"
        case .later: "later"
        case .skipped: "skipped"
        case .goodTrying: "good_trying"
        case .setAside: "set_aside"
        case .unjudged: "unjudged"
        case .ignored: "ignored"
        }
    }

    /// The feedback for a face.
    func answer(
        _ verdict: Verdict, state: WireFaceAnswer.State, held: Double, baseline: Bool,
        evidence: MatchEvidence? = nil, rectangle: RectangleReport? = nil
    ) -> WireFaceAnswer {
        var answer = WireFaceAnswer(state)
        answer.face = rectangle.map { WireFaceRectangle($0) }
        answer.verdict = verdict.kind.rawValue
        answer.held = held
        answer.baseline = baseline
        switch verdict {
        case .matched: answer.progress = 1
        case .notYet(let progress, let hint, let praise):
            answer.progress = progress
            answer.hint = hint?.rawValue
            answer.praise = praise?.rawValue
            if let key = hint.map({ "hint.\($0.rawValue)" })
                ?? praise.map({ "praise.\($0.rawValue)" })
            {
                (answer.sentence, answer.clip) = spoken(key)
            }
            describe(evidence?.seen, hint: hint, praise: praise, in: &answer)
        case .cannotJudge(let reason):
            answer.reason = reason.rawValue
            (answer.sentence, answer.clip) = spoken("reason.\(reason.rawValue)")
        }
        return answer
    }

    /// Adds a description of the face, to be read before the advice.
    ///
    /// It praises a movement that is already right. Otherwise it names the clearest movement,
    /// unless the advice asks for more of it.
    private func describe(
        _ seen: PraiseCode?, hint: HintCode?, praise: PraiseCode?, in answer: inout WireFaceAnswer
    ) {
        guard let hint, hint != .holdIt else { return }
        if let praise {
            (answer.seenSentence, answer.seenClip) = spoken("praise.\(praise.rawValue)")
        } else if let seen, seen != hint.praise, seen != .wellDone {
            answer.seen = seen.rawValue
            (answer.seenSentence, answer.seenClip) = spoken("seen.\(seen.rawValue)")
        }
    }

    /// The message that the service is down or slow.
    func missing(_ state: WireFaceAnswer.State) -> WireFaceAnswer {
        var answer = WireFaceAnswer(state)
        (answer.sentence, answer.clip) = spoken("face.\(state.rawValue)")
        return answer
    }
}
