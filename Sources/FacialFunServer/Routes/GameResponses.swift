import FacialFun
import FacialFunWire

/// Common parts of the game routes' responses.
struct GameResponses: Sendable {
    let scoring: ImageScoring
    /// Nil where the installation has no levels.
    let rules: GameRules?

    /// The rules, or the problem that there are none.
    func requireRules() throws(Problem) -> GameRules {
        guard let rules else { throw Problem.noLevels }
        return rules
    }

    /// The emotion of a name.
    static func target(_ name: String?) throws(Problem) -> Emotion {
        guard
            let emotion = Emotion.allCases.first(where: { $0.rawValue.hasSameUTF8(as: name ?? "") })
        else {
            throw Problem.unknownTarget(name)
        }
        return emotion
    }

    /// The level of a number.
    static func level(_ text: String?) throws(Problem) -> Level {
        guard let text, text.utf8.count == 1, let level = Int(text).flatMap({ Level(rawValue: $0) })
        else { throw Problem.unknownLevel(text) }
        return level
    }

    /// A word for the metrics.
    static func outcome(of verdict: Verdict) -> String {
        switch verdict {
        case .matched, .notYet: verdict.kind.rawValue
        case .cannotJudge(let reason): "cannot_judge_" + reason.rawValue
        }
    }

    /// The member that says how strongly the face that was judged makes each movement; null where
    /// none could be judged, or was measured.
    static func movements(of judgement: ImageJudgement) -> (String, JSONValue) {
        guard case .face(let face) = judgement, let movements = face.movements else {
            return (MovementsQuery.name, .null)
        }
        return (MovementsQuery.name, movements.json)
    }

    /// Position of the judged face in its picture; null if there is none.
    static func rectangle(of judgement: ImageJudgement) -> JSONValue {
        switch judgement {
        case .face(let face): face.rectangle.json
        case .cannotJudge: .null
        }
    }
}
