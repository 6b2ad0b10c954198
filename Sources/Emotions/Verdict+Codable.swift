/// On the wire a verdict is an object with the key `verdict`; hints, praise and reasons are objects
/// of a code, which is what programs read, and its English sentence:
///
///     {"verdict": "not_yet", "progress": 0.62,
///      "hint": {"code": "open_mouth", "sentence": "Open your mouth."}, "praise": null}
///     {"verdict": "matched", "praise": {"code": "well_done", "sentence": "…"}}
///     {"verdict": "cannot_judge",
///      "reason": {"code": "too_dark", "remedy": "more_light", "sentence": "…"}}
extension Verdict: Codable {
    private enum Key: String, CodingKey {
        case verdict, progress, hint, praise, reason
    }

    private enum CodeKey: String, CodingKey {
        case code, remedy, sentence
    }

    /// Reads a verdict; of hints, praise and reasons only the code is read.
    ///
    /// - Throws: `DecodingError` when a key is missing, a code is unknown, or the progress is not
    ///   within 0…1.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func code<Code: Decodable>(_ key: Key) throws -> Code? {
            guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
            return try container.nestedContainer(keyedBy: CodeKey.self, forKey: key)
                .decode(Code.self, forKey: .code)
        }
        switch try container.decode(Kind.self, forKey: .verdict) {
        case .matched:
            self = .matched(praise: try code(.praise))
        case .notYet:
            let progress = try container.decode(Double.self, forKey: .progress)
            guard progress >= 0, progress <= 1 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .progress, in: container, debugDescription: "progress must be in 0…1")
            }
            self = .notYet(progress: progress, hint: try code(.hint), praise: try code(.praise))
        case .cannotJudge:
            self = .cannotJudge(
                try container.nestedContainer(keyedBy: CodeKey.self, forKey: .reason)
                    .decode(CannotJudgeReason.self, forKey: .code))
        }
    }

    /// Writes a verdict; keys without a value are `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        func write(_ key: Key, code: String?, sentence: String?) throws {
            guard let code else { return try container.encodeNil(forKey: key) }
            var nested = container.nestedContainer(keyedBy: CodeKey.self, forKey: key)
            try nested.encode(code, forKey: .code)
            try nested.encode(sentence, forKey: .sentence)
        }
        try container.encode(kind, forKey: .verdict)
        switch self {
        case .matched(let praise):
            try write(.praise, code: praise?.rawValue, sentence: praise?.sentence)
        case .notYet(let progress, let hint, let praise):
            try container.encode(progress, forKey: .progress)
            try write(.hint, code: hint?.rawValue, sentence: hint?.sentence)
            try write(.praise, code: praise?.rawValue, sentence: praise?.sentence)
        case .cannotJudge(let reason):
            var nested = container.nestedContainer(keyedBy: CodeKey.self, forKey: .reason)
            try nested.encode(reason.rawValue, forKey: .code)
            try nested.encode(reason.remedy, forKey: .remedy)
            try nested.encode(reason.sentence, forKey: .sentence)
        }
    }
}
