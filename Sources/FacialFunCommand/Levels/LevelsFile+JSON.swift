import CommandSupport
import FacialFun
import FacialFunWire

extension LevelsFile {
    /// The levels in the format of their file, `levels.schema.json`.
    var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("schema", .string(Self.format)),
            ("model", model.json),
            ("operatingPoint", .string(operatingPoint.rawValue)),
            ("withheld", .array(withheld.map { .string($0.rawValue) })),
            ("levels", .array(Level.allCases.map { self[$0].json(level: $0) })),
            ("emotions", goals(withBaseline: false)),
        ]
        if let measured { members.append(("measured", measured.json)) }
        if hasGoalsWithBaseline {
            members.append(
                (
                    "withBaseline",
                    .object(
                        [
                            (
                                "operatingPoint",
                                .string(operatingPointWithBaseline.rawValue)
                            ), ("emotions", goals(withBaseline: true)),
                        ]
                            + (measuredWithBaseline.map { [("measured", $0.json)] } ?? []))
                ))
        }
        return .object(members)
    }

    private func goals(withBaseline: Bool) -> JSONValue {
        .object(
            Emotion.allCases.map { emotion in
                let goals = Level.allCases.map {
                    goal(emotion, $0, withBaseline: withBaseline).json(level: $0)
                }
                return (emotion.rawValue, .array(goals))
            })
    }
}

extension LevelsFile.Measurement {
    fileprivate var json: JSONValue {
        let counts = Emotion.allCases.compactMap { emotion in
            faces[emotion].map { (emotion.rawValue, JSONValue.integer($0)) }
        }
        return .object([("images", .string(images)), ("faces", .object(counts))])
    }
}

extension LevelRule {
    fileprivate func json(level: Level) -> JSONValue {
        .object([
            ("level", .integer(level.rawValue)), ("passRate", .number(passRate)),
            ("holdMilliseconds", .integer(holdMilliseconds)),
            ("hintAfterMilliseconds", JSONValue(hintAfterMilliseconds)),
        ])
    }
}

extension EmotionGoal {
    fileprivate func json(level: Level) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("level", .integer(level.rawValue)), ("threshold", .number(threshold)),
            ("offered", .bool(offered)),
        ]
        if let interval {
            let ends = [interval.lowerBound, interval.upperBound]
            members.append(("interval", .array(ends.map { .number($0) })))
        }
        if let passRate { members.append(("passRate", .number(passRate))) }
        if let falseAcceptRate { members.append(("falseAcceptRate", .number(falseAcceptRate))) }
        if let falseAccepts {
            let shares = Emotion.allCases.compactMap { emotion in
                falseAccepts[emotion].map { (emotion.rawValue, JSONValue.number($0)) }
            }
            members.append(("falseAccepts", .object(shares)))
        }
        return .object(members)
    }
}
