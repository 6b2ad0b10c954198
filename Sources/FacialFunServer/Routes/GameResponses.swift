import FacialFun
import FacialFunWire

/// Common parts of the game routes' responses.
struct GameResponses: Sendable {
    let scoring: ImageScoring
    /// The rules; nil if the installation has no levels.
    let rules: GameRules?

    /// The rules, or the problem that they are missing.
    func requireRules() throws(Problem) -> GameRules {
        guard let rules else { throw Problem.noLevels }
        return rules
    }

    /// Parses the name of an emotion.
    static func target(_ name: String?) throws(Problem) -> Emotion {
        guard
            let emotion = Emotion.allCases.first(where: { $0.rawValue.hasSameUTF8(as: name ?? "") })
        else {
            throw Problem.unknownTarget(name)
        }
        return emotion
    }

    /// Parses the number of a level.
    static func level(_ text: String?) throws(Problem) -> Level {
        guard let text, text.utf8.count == 1, let level = Int(text).flatMap({ Level(rawValue: $0) })
        else { throw Problem.unknownLevel(text) }
        return level
    }

    /// The result for the metrics.
    static func outcome(of verdict: Verdict) -> String {
        switch verdict {
        case .matched, .notYet: verdict.kind.rawValue
        case .cannotJudge(let reason): "cannot_judge_" + reason.rawValue
        }
    }

    /// The JSON member with the movements of the judged face.
    ///
    /// Null if there is none or they were not measured.
    static func movements(of faces: [FaceReport]) -> (String, JSONValue) {
        guard case .success(let face) = faces.judged, let movements = face.movements else {
            return (MovementsQuery.name, .null)
        }
        return (MovementsQuery.name, movements.json)
    }

    /// Position of the judged face in its picture; null if there is none.
    static func rectangle(of faces: [FaceReport]) -> JSONValue {
        switch faces.judged {
        case .success(let face): face.rectangle.json
        case .failure: .null
        }
    }
}
