import FoundationEssentials

/// Routes for games: verdicts, attempts, baselines, levels.
extension ScoringClient {
    /// Judges whether the face of a picture matches a target.
    ///
    /// - Parameters:
    ///   - picture: The bytes of a JPEG or PNG file.
    ///   - format: The format of the file.
    ///   - target: The target emotion.
    ///   - level: From 1, the easiest, to 5.
    ///   - baseline: The name of the person's baseline; nil for none.
    ///   - movements: Whether to measure the face's movements and choose hints from the missing
    ///     ones.
    /// - Returns: The verdict, also for an unjudgeable picture.
    /// - Throws: Like ``score(_:format:movements:)``; `refused` with `unknown_level`,
    ///   `unknown_baseline`, `no_levels`.
    public func match(
        _ picture: [UInt8], format: PictureFormat = .jpeg, target: Emotion, level: Int,
        baseline: String? = nil, movements: Bool = false
    ) async throws -> MatchResponse {
        let query = "target=\(target.rawValue)&level=\(level)"
        let rest =
            (baseline.map { "&baseline=" + Self.escaped($0) } ?? "")
            + (movements ? "&movements=true" : "")
        return try decode(
            try await exchange(
                "POST", "/v2/match?" + query + rest, type: format.rawValue, body: picture))
    }

    /// Gets the thresholds of all levels.
    public func levels() async throws -> LevelTable {
        try decode(try await exchange("GET", "/v1/levels"))
    }

    // MARK: - Attempts

    /// Creates an attempt at an expression, over several frames.
    ///
    /// - Parameters:
    ///   - target: The target emotion.
    ///   - level: From 1, the easiest, to 5.
    ///   - baseline: The name of the person's baseline; nil for none.
    ///   - timeLimitMilliseconds: Time limit; nil for none.
    /// - Returns: The attempt, which expires after ten minutes without use.
    /// - Throws: `refused` with `unknown_level`, `unknown_baseline`, `no_levels`; the errors of
    ///   every call.
    public func beginAttempt(
        target: Emotion, level: Int, baseline: String? = nil,
        timeLimitMilliseconds: Double? = nil
    ) async throws -> AttemptResponse {
        try decode(
            try await exchange(
                "POST", "/v1/attempts", type: "application/json",
                body: try Self.order(target, level, baseline, timeLimitMilliseconds)))
    }

    /// The body of a request for an attempt.
    static func order(
        _ target: Emotion, _ level: Int, _ baseline: String?, _ timeLimitMilliseconds: Double?
    ) throws -> [UInt8] {
        struct Body: Encodable {
            let target: Emotion
            let level: Int
            let baseline: String?
            let timeLimitMilliseconds: Double?
        }
        let body = Body(
            target: target, level: level, baseline: baseline,
            timeLimitMilliseconds: timeLimitMilliseconds)
        return Array(try JSONEncoder().encode(body))
    }

    /// Gets the status of an attempt.
    public func attempt(_ id: String) async throws -> AttemptResponse {
        try decode(try await exchange("GET", Self.path(ofAttempt: id)))
    }

    /// Judges an attempt's next frame; it counts at its time of arrival.
    public func addFrame(
        _ picture: [UInt8], format: PictureFormat = .jpeg, toAttempt id: String,
        movements: Bool = false
    ) async throws -> AttemptResponse {
        try decode(
            try await exchange(
                "POST", Self.path(ofAttempt: id) + "/frames" + Self.asking(movements),
                type: format.rawValue, body: picture))
    }

    /// Restarts an attempt.
    public func retryAttempt(_ id: String) async throws -> AttemptResponse {
        try decode(try await exchange("POST", Self.path(ofAttempt: id) + "/retry"))
    }

    /// Skips an attempt.
    public func skipAttempt(_ id: String) async throws -> AttemptResponse {
        try decode(try await exchange("POST", Self.path(ofAttempt: id) + "/skip"))
    }

    /// Deletes an attempt.
    public func deleteAttempt(_ id: String) async throws {
        _ = try await exchange("DELETE", Self.path(ofAttempt: id))
    }

    /// The path of an attempt.
    static func path(ofAttempt id: String) -> String { "/v1/attempts/" + escaped(id) }

    // MARK: - Baselines

    /// Creates a baseline from a picture of a person's neutral face.
    ///
    /// - Throws: `refused` with the reason if the face is not at rest or cannot be judged.
    public func makeBaseline(
        _ picture: [UInt8], format: PictureFormat = .jpeg, movements: Bool = false
    ) async throws -> BaselineResponse {
        try decode(
            try await exchange(
                "POST", "/v1/baselines" + Self.asking(movements), type: format.rawValue,
                body: picture))
    }

    /// Adds a picture to a baseline, which makes it more reliable.
    public func addPicture(
        _ picture: [UInt8], format: PictureFormat = .jpeg, toBaseline id: String,
        movements: Bool = false
    ) async throws -> BaselineResponse {
        let path = "/v1/baselines/\(Self.escaped(id))/pictures"
        return try decode(
            try await exchange(
                "POST", path + Self.asking(movements), type: format.rawValue, body: picture))
    }

    /// Deletes a baseline.
    public func deleteBaseline(_ id: String) async throws {
        _ = try await exchange("DELETE", "/v1/baselines/" + Self.escaped(id))
    }
}
