import FacialFunWire

extension AttemptRecord {
    /// All lines, including their line ends.
    package var text: String {
        ([headLine] + events.map(\.recordLine) + [ending?.recordLine].compactMap { $0 })
            .map { $0 + "\n" }.joined()
    }

    /// The first line, without its end: the plan of the attempt.
    ///
    /// To record a running attempt, write this line first, then each event's
    /// ``AttemptEvent/recordLine``, then that of the ending.
    package var headLine: String {
        JSONValue.object([
            ("schema", .string(Self.format)),
            ("model", model.json),
            ("target", .string(plan.target.rawValue)),
            ("level", .integer(plan.level.rawValue)),
            ("timeLimitMilliseconds", JSONValue(plan.timeLimitMilliseconds)),
            ("startMilliseconds", JSONValue(startMilliseconds)),
        ]).compactText
    }
}

extension AttemptRecord.Ending {
    /// The last line of a record, without its end.
    package var recordLine: String {
        JSONValue.object([
            ("phase", .string(phase.rawValue)), ("verdict", .string(verdict.rawValue)),
            ("earnedBy", JSONValue(earnedBy)),
        ]).compactText
    }
}

extension AttemptEvent {
    /// The record line of this event, without its end.
    package var recordLine: String { JSONValue.object(members).compactText }

    private var members: [(String, JSONValue)] {
        let time = ("milliseconds", JSONValue.number(milliseconds))
        switch kind {
        case .face(let frame, let reading):
            var members = [("frame", .integer(frame)), time, ("scores", reading.scores.json)]
            if reading.isBaselineAdjusted { members.append(("baseline", .bool(true))) }
            if let share = reading.changeShare { members.append(("changeShare", .number(share))) }
            switch reading.features {
            case .absolute(let features): members.append(("features", features.json))
            case .change(let change): members.append(("featureChanges", change.json))
            case nil: break
            }
            switch reading.movements {
            case .absolute(let movements): members.append(("movements", movements.json))
            case .change(let change):
                let changes = zip(FaceMovement.allCases, change).map {
                    ($0.rawValue, JSONValue.number($1))
                }
                members.append(("movementChanges", .object(changes)))
            case nil: break
            }
            return members
        case .cannotJudge(let frame, let reason):
            return [
                ("frame", .integer(frame)), time, ("cannotJudge", .string(reason.rawValue)),
            ]
        case .tick: return [time, ("event", .string("tick"))]
        case .retry: return [time, ("event", .string("retry"))]
        case .skip: return [time, ("event", .string("skip"))]
        }
    }
}
