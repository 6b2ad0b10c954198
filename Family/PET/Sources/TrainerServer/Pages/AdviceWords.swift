import FacialFunWire
import TrainerContent
import TrainerRules

/// The summary on the family's page, in a language's words.
struct AdviceWords {
    /// The pairs of emotions with their own sentence, as their key orders them.
    static let pairs: [(Emotion, Emotion)] = [
        (.fear, .surprise), (.anger, .disgust), (.sadness, .neutral), (.happiness, .surprise),
        (.fear, .sadness), (.anger, .sadness), (.anger, .neutral),
    ]

    let advice: FamilyAdvice
    let content: Content
    let language: String

    /// Sentences on recognizing faces, making faces, and one suggestion for the week.
    var sentences: [String] { [finding, making, tryAtHome].compactMap { $0 } }

    private var finding: String {
        switch advice.finding {
        case .tooLittle(let answers, let wanted):
            text("finding_too_little", ["answers": "\(answers)", "wanted": "\(wanted)"])
        case .mixedUp(let shown, let chosen, let count, let all):
            text(
                "finding_mixed_up",
                [
                    "shown": capital(shown), "chosen": word(chosen), "count": "\(count)",
                    "of": "\(all)",
                ])
        case .hard(let emotion, let right, let all):
            text(
                "finding_hard", ["emotion": capital(emotion), "right": "\(right)", "of": "\(all)"])
        case .better(let emotion, let from, let to):
            text(
                "finding_better", ["emotion": capital(emotion), "from": "\(from)", "to": "\(to)"])
        case .allWell(let right, let all):
            text("finding_all_well", ["right": "\(right)", "of": "\(all)"])
        case .mixed(let right, let all):
            text("finding_mixed", ["right": "\(right)", "of": "\(all)"])
        }
    }

    private var making: String? {
        switch advice.making {
        case .tooLittle: nil
        case .hard(let emotion, let made, let all):
            text("making_hard", ["emotion": word(emotion), "made": "\(made)", "of": "\(all)"])
        case .well(let made, let all):
            text("making_well", ["made": "\(made)", "of": "\(all)"])
        case .mixed(let made, let all):
            text("making_mixed", ["made": "\(made)", "of": "\(all)"])
        }
    }

    private var tryAtHome: String {
        switch advice.tryAtHome {
        case .playOn: return text("try_play_on")
        case .everyDay: return text("try_every_day")
        case .lookFor(let emotion): return text("try_look_for_\(emotion.rawValue)")
        case .makeFace(let emotion): return text("try_make", ["emotion": word(emotion)])
        case .tellApart(let one, let other):
            let pair = Self.pairs.first { $0 == (one, other) || $0 == (other, one) }
            guard let pair else {
                return text("try_apart_any", ["one": word(one), "other": word(other)])
            }
            return text("try_apart_\(pair.0.rawValue)_\(pair.1.rawValue)")
        }
    }

    private func word(_ emotion: Emotion) -> String {
        content.text("emotion.\(emotion.rawValue)", language: language) ?? emotion.rawValue
    }

    private func capital(_ emotion: Emotion) -> String {
        let word = word(emotion)
        return word.prefix(1).uppercased() + word.dropFirst()
    }

    private func text(_ key: String, _ values: [String: String] = [:]) -> String {
        var text = content.text("family.\(key)", language: language) ?? "family.\(key)"
        for (name, value) in values { text = text.replacing("{\(name)}", with: value) }
        return text
    }
}
