import FacialFunWire
import FaceJudge

/// What Facial Fun asks of the judge of faces.
///
/// With `movements` the movements of the face are measured, too: hints and praise come from those that
/// are missing or there, the child's rest subtracted.
protocol FaceJudging: Sendable {
    /// How the judge is, at once.
    var state: JudgeState { get }

    /// What each level asks.
    func levels() async throws(FaceJudgeError) -> LevelTable
    /// Whether the face of a picture matches a target.
    func match(
        _ picture: [UInt8], format: ScoringClient.PictureFormat, target: Emotion, level: Int,
        baseline: String?, movements: Bool
    ) async throws(FaceJudgeError) -> MatchResponse
    /// Begins an attempt.
    func beginAttempt(
        target: Emotion, level: Int, baseline: String?, timeLimitMilliseconds: Double?
    ) async throws(FaceJudgeError) -> AttemptResponse
    /// Has an attempt's next frame judged.
    func addFrame(
        _ picture: [UInt8], format: ScoringClient.PictureFormat, toAttempt id: String,
        movements: Bool
    ) async throws(FaceJudgeError) -> AttemptResponse
    /// Whether it has a camera of its own, which the child plays before.
    var hasCamera: Bool { get }
    /// Whether the face before its own camera matches a target now.
    func cameraMatch(
        target: Emotion, level: Int, baseline: String?
    ) async throws(FaceJudgeError) -> MatchResponse
    /// Begins an attempt that its own camera feeds.
    func beginCameraAttempt(
        target: Emotion, level: Int, baseline: String?, timeLimitMilliseconds: Double?,
        movements: Bool
    ) async throws(FaceJudgeError) -> AttemptResponse
    /// Where an attempt stands.
    func attempt(_ id: String) async throws(FaceJudgeError) -> AttemptResponse
    /// The pictures of its own camera, as JPEG files.
    func preview() -> AsyncThrowingStream<[UInt8], any Error>
    /// Has an attempt forgotten.
    func deleteAttempt(_ id: String) async throws(FaceJudgeError)
    /// Makes a baseline of a face at rest.
    func makeBaseline(
        _ picture: [UInt8], format: ScoringClient.PictureFormat, movements: Bool
    ) async throws(FaceJudgeError) -> BaselineResponse
    /// Makes a baseline surer by one more picture.
    func addPicture(
        _ picture: [UInt8], format: ScoringClient.PictureFormat, toBaseline id: String,
        movements: Bool
    ) async throws(FaceJudgeError) -> BaselineResponse
    /// Has a baseline forgotten.
    func deleteBaseline(_ id: String) async throws(FaceJudgeError)
}

extension FaceJudge: FaceJudging {}
