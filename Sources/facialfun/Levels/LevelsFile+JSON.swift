import Emotions
import FacialFunLevels

extension LevelsFile {
    /// The levels in the shape of their own file, `levels.schema.json`.
    var json: JSONText {
        var members: [(String, JSONText)] = [
            ("schema", .string(Self.format)),
            (
                "model",
                .object([("name", .string(model.name)), ("version", .string(model.version))])
            ),
            ("levels", .array(Level.allCases.map { self[$0].json(level: $0) })),
            (
                "emotions",
                .object(
                    Emotion.allCases.map { emotion in
                        let goals = Level.allCases.map { self[emotion, $0].json(level: $0) }
                        return (emotion.rawValue, .array(goals))
                    })
            ),
        ]
        if let measured {
            let faces = Emotion.allCases.compactMap { emotion in
                measured.faces[emotion].map { (emotion.rawValue, JSONText.integer($0)) }
            }
            members.append(
                (
                    "measured",
                    .object([("images", .string(measured.images)), ("faces", .object(faces))])
                ))
        }
        return .object(members)
    }
}

extension LevelRule {
    fileprivate func json(level: Level) -> JSONText {
        .object([
            ("level", .integer(level.rawValue)), ("passRate", .number(passRate)),
            ("holdMilliseconds", .integer(holdMilliseconds)),
            ("hintAfterMilliseconds", hintAfterMilliseconds.map { .integer($0) } ?? .null),
        ])
    }
}

extension EmotionGoal {
    fileprivate func json(level: Level) -> JSONText {
        var members: [(String, JSONText)] = [
            ("level", .integer(level.rawValue)), ("threshold", .number(threshold)),
            ("offered", .boolean(offered)),
        ]
        if let interval {
            let ends = [interval.lowerBound, interval.upperBound]
            members.append(("interval", .array(ends.map { .number($0) })))
        }
        if let passRate { members.append(("passRate", .number(passRate))) }
        if let falseAcceptRate { members.append(("falseAcceptRate", .number(falseAcceptRate))) }
        if let falseAccepts {
            let shares = Emotion.allCases.compactMap { emotion in
                falseAccepts[emotion].map { (emotion.rawValue, JSONText.number($0)) }
            }
            members.append(("falseAccepts", .object(shares)))
        }
        return .object(members)
    }
}
