public import FacialFunWire

/// The requests to the service; each call throws `away`, `refused`, `noAnswer`, `badAnswer`.
extension FaceJudge {
    /// The model that gives the scores.
    public func model() async throws(FaceJudgeError) -> ModelSummary {
        try await ask { try await $0.model() }
    }

    /// The model's name and version, for display.
    public func modelName() async throws(FaceJudgeError) -> String {
        let model = try await model()
        return "\(model.name) \(model.version)"
    }

    /// The requirements of each level.
    public func levels() async throws(FaceJudgeError) -> LevelTable {
        try await ask { try await $0.levels() }
    }

    /// Whether the face of a picture matches a target; see `ScoringClient.match`.
    public func match(
        _ picture: [UInt8], format: ScoringClient.PictureFormat = .jpeg, target: Emotion,
        level: Int, baseline: String? = nil, movements: Bool = false
    ) async throws(FaceJudgeError) -> MatchResponse {
        try await ask(about: baseline) {
            try await $0.match(
                picture, format: format, target: target, level: level, baseline: baseline,
                movements: movements)
        }
    }

    /// The faces of a picture with their scores, the largest first; see `ScoringClient.score`.
    ///
    /// A photograph takes longer than a camera frame, hence the longer deadline in milliseconds.
    public func score(
        _ picture: [UInt8], format: ScoringClient.PictureFormat = .jpeg,
        deadlineMilliseconds: Int = 5000
    ) async throws(FaceJudgeError) -> ImageReport {
        try await ask { client in
            var patient = client
            patient.deadlineMilliseconds = deadlineMilliseconds
            return try await patient.score(picture, format: format)
        }
    }

    // MARK: - Attempts

    /// Begins an attempt at an expression; see `ScoringClient.beginAttempt`.
    public func beginAttempt(
        target: Emotion, level: Int, baseline: String? = nil,
        timeLimitMilliseconds: Double? = nil
    ) async throws(FaceJudgeError) -> AttemptResponse {
        try await ask(about: baseline) {
            try await $0.beginAttempt(
                target: target, level: level, baseline: baseline,
                timeLimitMilliseconds: timeLimitMilliseconds)
        }
    }

    /// The state of an attempt.
    public func attempt(_ id: String) async throws(FaceJudgeError) -> AttemptResponse {
        try await ask(about: id) { try await $0.attempt(id) }
    }

    /// Sends the next frame of an attempt.
    public func addFrame(
        _ picture: [UInt8], format: ScoringClient.PictureFormat = .jpeg, toAttempt id: String,
        movements: Bool = false
    ) async throws(FaceJudgeError) -> AttemptResponse {
        try await ask(about: id) {
            try await $0.addFrame(
                picture, format: format, toAttempt: id, movements: movements)
        }
    }

    /// Deletes an attempt.
    public func deleteAttempt(_ id: String) async throws(FaceJudgeError) {
        try await ask(about: id) { try await $0.deleteAttempt(id) }
    }

    // MARK: - Its own camera

    /// Takes a picture by the service's own camera and judges it; see `ScoringClient.cameraMatch`.
    public func cameraMatch(
        target: Emotion, level: Int, baseline: String? = nil
    ) async throws(FaceJudgeError) -> MatchResponse {
        try await ask {
            try await $0.cameraMatch(target: target, level: level, baseline: baseline)
        }
    }

    /// Begins an attempt that the service's own camera feeds; see `ScoringClient.beginCameraAttempt`.
    public func beginCameraAttempt(
        target: Emotion, level: Int, baseline: String? = nil,
        timeLimitMilliseconds: Double? = nil, movements: Bool = false
    ) async throws(FaceJudgeError) -> AttemptResponse {
        try await ask {
            try await $0.beginCameraAttempt(
                target: target, level: level, baseline: baseline,
                timeLimitMilliseconds: timeLimitMilliseconds, movements: movements)
        }
    }

    /// The frames of the service's own camera; none if there is no service.
    public func preview() -> AsyncThrowingStream<[UInt8], any Error> {
        client?.preview()
            ?? AsyncThrowingStream { $0.finish(throwing: FaceJudgeError(absenceReason)) }
    }

    // MARK: - Baselines

    /// Makes a baseline from a picture of a child's neutral face; only the service keeps it, in
    /// memory, for a while.
    public func makeBaseline(
        _ picture: [UInt8], format: ScoringClient.PictureFormat = .jpeg, movements: Bool = false
    ) async throws(FaceJudgeError) -> BaselineResponse {
        try await ask {
            try await $0.makeBaseline(picture, format: format, movements: movements)
        }
    }

    /// Adds one more picture to a baseline.
    public func addPicture(
        _ picture: [UInt8], format: ScoringClient.PictureFormat = .jpeg, toBaseline id: String,
        movements: Bool = false
    ) async throws(FaceJudgeError) -> BaselineResponse {
        try await ask(about: id) {
            try await $0.addPicture(
                picture, format: format, toBaseline: id, movements: movements)
        }
    }

    /// Deletes a baseline.
    public func deleteBaseline(_ id: String) async throws(FaceJudgeError) {
        try await ask(about: id) { try await $0.deleteBaseline(id) }
    }
}
