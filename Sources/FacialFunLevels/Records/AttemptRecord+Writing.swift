import Emotions
import JSON

extension AttemptRecord {
    /// All lines, each with its end.
    public var text: String {
        ([headLine] + events.map(\.recordLine) + [ending?.recordLine].compactMap { $0 })
            .map { $0 + "\n" }.joined()
    }

    /// The first line, without its end: what was attempted.
    ///
    /// Who records while an attempt goes on writes it first, then each event's ``AttemptEvent/recordLine``, then the ending's.
    public var headLine: String {
        RecordLine.object([
            ("schema", RecordLine.string(Self.format)),
            (
                "model",
                RecordLine.object([
                    ("name", RecordLine.string(model.name)),
                    ("version", RecordLine.string(model.version)),
                ])
            ),
            ("target", RecordLine.string(plan.target.rawValue)),
            ("level", "\(plan.level.rawValue)"),
            ("timeLimitMilliseconds", RecordLine.number(plan.timeLimitMilliseconds)),
            ("startMilliseconds", RecordLine.number(startMilliseconds)),
        ])
    }
}

extension AttemptRecord.Ending {
    /// The last line of a record, without its end.
    public var recordLine: String {
        RecordLine.object([
            ("phase", RecordLine.string(phase.rawValue)),
            ("verdict", RecordLine.string(verdict.rawValue)),
            ("earnedBy", earnedBy.map { "\($0)" } ?? "null"),
        ])
    }
}

extension AttemptEvent {
    /// The line of a record that holds this event, without its end.
    public var recordLine: String {
        let time = ("milliseconds", RecordLine.number(milliseconds))
        switch kind {
        case .face(let frame, let reading):
            var members = [("frame", "\(frame)"), time]
            members.append(("scores", RecordLine.scores(reading.scores)))
            if reading.isBaselineAdjusted { members.append(("baseline", "true")) }
            if let share = reading.changeShare {
                members.append(("changeShare", RecordLine.number(share)))
            }
            switch reading.features {
            case .absolute(let features):
                members.append(("features", RecordLine.features(features)))
            case .change(let change):
                members.append(("featureChanges", RecordLine.features(change)))
            case nil: break
            }
            switch reading.movements {
            case .absolute(let movements):
                members.append(
                    ("movements", RecordLine.movements(movements.values.map { "\($0)" })))
            case .change(let change):
                let texts = change.map { RecordLine.number($0) }
                members.append(("movementChanges", RecordLine.movements(texts)))
            case nil: break
            }
            return RecordLine.object(members)
        case .cannotJudge(let frame, let reason):
            return RecordLine.object([
                ("frame", "\(frame)"), time, ("cannotJudge", RecordLine.string(reason.rawValue)),
            ])
        case .tick: return RecordLine.object([time, ("event", RecordLine.string("tick"))])
        case .retry: return RecordLine.object([time, ("event", RecordLine.string("retry"))])
        case .skip: return RecordLine.object([time, ("event", RecordLine.string("skip"))])
        }
    }
}

/// JSON texts of one line; numbers are the shortest that read back to the same bits.
private enum RecordLine {
    static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    static func number(_ value: Double?) -> String {
        guard let value, value.isFinite else { return "null" }
        return "\(value)"
    }

    static func scores(_ scores: EmotionScores) -> String {
        object(Emotion.allCases.map { ($0.rawValue, "\(scores[$0])") })
    }

    static func features(_ features: GeometricFeatures) -> String {
        object(GeometricFeature.allCases.map { ($0.rawValue, number(features[$0])) })
    }

    static func movements(_ values: [String]) -> String {
        object(zip(FaceMovement.allCases, values).map { ($0.rawValue, $1) })
    }

    static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
