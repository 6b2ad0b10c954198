import FacialFunWire
import FaceJudge

/// The face analysis that Facial Fun needs.
///
/// With `movements`, the service also measures facial movements, which hints and praise compare
/// with the child's neutral face.
protocol FaceJudging: Sendable {
    /// The current health of the service, without waiting.
    var state: JudgeState { get }

    /// The requirements of each level.
    func levels() async throws(FaceJudgeError) -> LevelTable
    /// Whether the face in a picture matches a target.
    func match(
        _ picture: [UInt8], format: ScoringClient.PictureFormat, target: Emotion, level: Int,
        baseline: String?, movements: Bool
    ) async throws(FaceJudgeError) -> MatchResponse
    /// Begins an attempt.
    func beginAttempt(
        target: Emotion, level: Int, baseline: String?, timeLimitMilliseconds: Double?
    ) async throws(FaceJudgeError) -> AttemptResponse
    /// Sends the next frame of an attempt.
    func addFrame(
        _ picture: [UInt8], format: ScoringClient.PictureFormat, toAttempt id: String,
        movements: Bool
    ) async throws(FaceJudgeError) -> AttemptResponse
    /// Whether the service has its own camera, which the child can use.
    var hasCamera: Bool { get }
    /// Whether the face in front of the service's camera matches a target now.
    func cameraMatch(
        target: Emotion, level: Int, baseline: String?
    ) async throws(FaceJudgeError) -> MatchResponse
    /// Begins an attempt with frames from the service's camera.
    func beginCameraAttempt(
        target: Emotion, level: Int, baseline: String?, timeLimitMilliseconds: Double?,
        movements: Bool
    ) async throws(FaceJudgeError) -> AttemptResponse
    /// The state of an attempt.
    func attempt(_ id: String) async throws(FaceJudgeError) -> AttemptResponse
    /// The frames of the service's camera, as JPEG files.
    func preview() -> AsyncThrowingStream<[UInt8], any Error>
    /// Deletes an attempt.
    func deleteAttempt(_ id: String) async throws(FaceJudgeError)
    /// Creates a baseline from a neutral face.
    func makeBaseline(
        _ picture: [UInt8], format: ScoringClient.PictureFormat, movements: Bool
    ) async throws(FaceJudgeError) -> BaselineResponse
    /// Adds one more picture to a baseline.
    func addPicture(
        _ picture: [UInt8], format: ScoringClient.PictureFormat, toBaseline id: String,
        movements: Bool
    ) async throws(FaceJudgeError) -> BaselineResponse
    /// Deletes a baseline.
    func deleteBaseline(_ id: String) async throws(FaceJudgeError)
}

extension FaceJudge: FaceJudging {}
