extension Verdict {
    /// The verdict as `verdict.schema.json` describes it.
    package var json: JSONValue { .object(members) }

    /// The text of ``json`` on one line.
    public var jsonText: String { json.compactText }

    /// The members of the JSON object of a ``Verdict``, in order.
    package var members: [(String, JSONValue)] {
        let kind = ("verdict", JSONValue.string(kind.rawValue))
        switch self {
        case .matched(let praise):
            return [kind, ("praise", Self.json(praise?.rawValue, praise?.sentence))]
        case .notYet(let progress, let hint, let praise):
            return [
                kind, ("progress", .number(progress)),
                ("hint", Self.json(hint?.rawValue, hint?.sentence)),
                ("praise", Self.json(praise?.rawValue, praise?.sentence)),
            ]
        case .cannotJudge(let reason):
            return [
                kind,
                (
                    "reason",
                    .object([
                        ("code", .string(reason.rawValue)), ("remedy", .string(reason.remedy)),
                        ("sentence", .string(reason.sentence)),
                    ])
                ),
            ]
        }
    }

    /// A code with its sentence; null if there is none.
    private static func json(_ code: String?, _ sentence: String?) -> JSONValue {
        guard let code, let sentence else { return .null }
        return .object([("code", .string(code)), ("sentence", .string(sentence))])
    }
}

extension AttemptStatus {
    /// The JSON text on one line.
    public var jsonText: String { JSONValue.object(members).compactText }

    /// The members of the JSON object of an ``AttemptStatus``, in order.
    package var members: [(String, JSONValue)] {
        [
            ("phase", .string(phase.rawValue)), ("verdict", .object(verdict.members)),
            ("held", .number(held)), ("peak", .number(peak)),
            ("peakFrame", JSONValue(peakFrame)),
            ("earnedBy", JSONValue(earnedBy)),
            ("milliseconds", .number(milliseconds)), ("tries", .integer(tries)),
        ]
    }
}
