import FacialFunWire

/// The body of `POST /v1/attempts`; a missing or null member is nil.
struct AttemptRequest: Hashable, Sendable {
    let target: String?
    let level: Int?
    let baseline: String?
    /// Above 0, at most an hour.
    let timeLimitMilliseconds: Double?

    /// Parses a body.
    ///
    /// - Throws: `invalid_body` for anything else: a misspelled key would lose its value, and a
    ///   duplicate key is ambiguous.
    init(_ body: [UInt8]) throws(Problem) {
        let document: JSONValue
        do throws(JSONParser.Failure) {
            document = try JSONParser.parse(body, in: 0..<body.count)
        } catch {
            throw Self.refused("it is not JSON: \(error.message), at byte \(error.offset)")
        }
        let root = JSONField<Problem>(file: "the body", document: document) {
            Self.refused("\($0)")
        }
        try root.object(allowed: ["target", "level", "baseline", "timeLimitMilliseconds"])
        func member(_ name: String) -> JSONField<Problem>? {
            guard let field = root.optional(name), field.value != .null else { return nil }
            return field
        }
        target = try member("target").map { field throws(Problem) in try field.string() }
        level = try member("level").map { field throws(Problem) in
            // JSON has only one type of numbers: 1.0 is a valid level, too.
            guard let level = Int(exactly: try field.number()) else {
                throw field.error("expected a whole number from 1 to 5")
            }
            return level
        }
        baseline = try member("baseline").map { field throws(Problem) in try field.string() }
        timeLimitMilliseconds = try member("timeLimitMilliseconds").map { field throws(Problem) in
            let limit = try field.number()
            guard limit > 0, limit <= 3_600_000 else {
                throw field.error("it must be above 0 and at most an hour")
            }
            return limit
        }
    }

    private static func refused(_ trouble: String) -> Problem {
        Problem.invalidBody(
            """
            The body must be a JSON object such as {"target": "happiness", "level": 1}, with \
            "baseline" and "timeLimitMilliseconds" if needed: \(trouble).
            """)
    }
}
