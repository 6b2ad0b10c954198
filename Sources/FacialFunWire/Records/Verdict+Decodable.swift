/// The wire format of a verdict: an object with the key `verdict`; hints, praise and reasons are
/// objects with a code for programs and an English sentence:
///
///     {"verdict": "not_yet", "progress": 0.62,
///      "hint": {"code": "open_mouth", "sentence": "Open your mouth."}, "praise": null}
///     {"verdict": "matched", "praise": {"code": "well_done", "sentence": "…"}}
///     {"verdict": "cannot_judge",
///      "reason": {"code": "too_dark", "remedy": "more_light", "sentence": "…"}}
extension Verdict: Decodable {
    private enum Key: String, CodingKey {
        case verdict, progress, hint, praise, reason
    }

    private enum CodeKey: String, CodingKey {
        case code
    }

    /// Decodes a verdict; of hints, praise and reasons only the code is read.
    ///
    /// - Throws: `DecodingError` if a key is missing, a code is unknown, or the progress is not
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
}
