import FacialFunWire
import Foundation
import Synchronization

@testable import FaceJudge
@testable import TrainerServer

/// A judge whose answers a test determines.
final class FacialFunFakeJudge: FaceJudging {
    /// The answers to give, and a record of the requests.
    struct Script: Sendable {
        /// The verdict on the next pictures.
        var verdict = Verdict.notYet(progress: 0.4, hint: .openMouth, praise: nil)
        /// The evidence of the next pictures; nil for none.
        var evidence: MatchEvidence?
        /// The verdict on a face that should be neutral: compared with a baseline, and on its own.
        var neutral: (compared: Verdict, alone: Verdict)?
        /// The progress of the hold; 1 ends the attempt if the verdict is a match.
        var held = 0.0
        /// Whether the attempt's time is up.
        var isTimeUp = false
        /// The error to throw instead of an answer.
        var error: FaceJudgeError?
        /// The time that an answer takes.
        var delay = Duration.zero
        /// The attempts and baselines that exist.
        var attempts: [String: Emotion] = [:]
        var baselines: Set<String> = []
        /// The number of pictures of each baseline.
        var pictures: [String: Int] = [:]
        /// The requested levels.
        var levels: [Int] = []
        var begun = 0
        var frames = 0
        /// Whether it has its own camera.
        var hasCamera = false
        /// The number of attempts that its camera feeds.
        var cameraAttempts = 0
        /// The baseline of each attempt and match.
        var lights: [String?] = []
        /// Approximate number of picture pixels per pixel of the face's square.
        var scale = 0.5
        /// The number of pictures with requested movements, including those of the neutral face.
        var movements = 0
    }

    private let script = Mutex(Script())

    /// The answers to give, and a record of the requests.
    var now: Script { script.withLock { $0 } }

    /// Changes the answers.
    func change(_ body: (inout Script) -> Void) { script.withLock { body(&$0) } }

    /// Forgets everything, like a restarted service.
    func startAgain() {
        change {
            $0.attempts = [:]
            $0.baselines = []
        }
    }

    var state: JudgeState {
        now.error?.code == .away ? .away(.stopped) : .ready
    }

    static let away = FaceJudgeError(.stopped)

    static func refused(_ problem: String) -> FaceJudgeError {
        FaceJudgeError(.refused, "refused: \(problem)", problem: problem)
    }

    private func ready() async throws(FaceJudgeError) {
        let script = now
        if script.delay > .zero { try? await Task.sleep(for: script.delay) }
        if let error = script.error { throw error }
    }

    private func decode<Value: Decodable>(_ json: String) throws(FaceJudgeError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(json.utf8))
        } catch {
            throw FaceJudgeError(.badAnswer, "\(error)")
        }
    }

    var hasCamera: Bool { now.hasCamera }

    func cameraMatch(
        target: Emotion, level: Int, baseline: String?
    ) async throws(FaceJudgeError) -> MatchResponse {
        try await match(
            [], format: .jpeg, target: target, level: level, baseline: baseline, movements: false)
    }

    func beginCameraAttempt(
        target: Emotion, level: Int, baseline: String?, timeLimitMilliseconds: Double?,
        movements: Bool
    ) async throws(FaceJudgeError) -> AttemptResponse {
        change { $0.cameraAttempts += 1 }
        return try await beginAttempt(
            target: target, level: level, baseline: baseline,
            timeLimitMilliseconds: timeLimitMilliseconds)
    }

    func attempt(_ id: String) async throws(FaceJudgeError) -> AttemptResponse {
        try await addFrame([], format: .jpeg, toAttempt: id, movements: false)
    }

    func preview() -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { continuation in
            for number in 0..<3 { continuation.yield([0xFF, 0xD8, 0xFF, UInt8(number)]) }
            continuation.finish()
        }
    }

    func levels() async throws(FaceJudgeError) -> LevelTable {
        try await ready()
        let goals = (1...5).map { #"{"level":\#($0),"threshold":0.5,"offered":true}"# }
        let never = (1...5).map { #"{"level":\#($0),"threshold":0.5,"offered":false}"# }
        let emotions = Emotion.allCases.map { emotion in
            let list = [.happiness, .anger].contains(emotion) ? goals : never
            return #""\#(emotion.rawValue)":[\#(list.joined(separator: ","))]"#
        }
        let rules = (1...5).map { #"{"level":\#($0),"passRate":0.9,"holdMilliseconds":300}"# }
        return try decode(
            #"{"model":{"name":"fake","version":"1"},"levels":[\#(rules.joined(separator: ","))],"#
                + #""emotions":{\#(emotions.joined(separator: ","))}}"#)
    }

    func match(
        _ picture: [UInt8], format: ScoringClient.PictureFormat, target: Emotion, level: Int,
        baseline: String?, movements: Bool
    ) async throws(FaceJudgeError) -> MatchResponse {
        try await ready()
        try know(baseline)
        change {
            $0.movements += movements ? 1 : 0
            $0.levels.append(level)
            $0.lights.append(baseline)
        }
        let script = now
        let neutral = target == .neutral ? script.neutral : nil
        let verdict =
            neutral.map { baseline == nil ? $0.alone : $0.compared } ?? script.verdict
        return try decode(
            #"{"target":"\#(target.rawValue)","level":\#(level),"offered":true,"threshold":0.5,"#
                + #""score":0.3,"rectangle":\#(rectangle),"evidence":\#(evidence),"#
                + "\(members(verdict))}")
    }

    func beginAttempt(
        target: Emotion, level: Int, baseline: String?, timeLimitMilliseconds: Double?
    ) async throws(FaceJudgeError) -> AttemptResponse {
        try await ready()
        try know(baseline)
        let id = UUID().uuidString
        change {
            $0.attempts[id] = target
            $0.levels.append(level)
            $0.lights.append(baseline)
            $0.begun += 1
        }
        return try decode(
            answer(
                id, target, level, phase: "watching", .notYet(progress: 0, hint: nil, praise: nil)))
    }

    func addFrame(
        _ picture: [UInt8], format: ScoringClient.PictureFormat, toAttempt id: String,
        movements: Bool
    ) async throws(FaceJudgeError) -> AttemptResponse {
        try await ready()
        let script = now
        guard let target = script.attempts[id] else { throw Self.refused("unknown_attempt") }
        change {
            $0.frames += 1
            $0.movements += movements ? 1 : 0
        }
        let phase =
            script.verdict.kind == .matched
            ? "matched" : script.isTimeUp ? "time_up" : script.held > 0 ? "holding" : "watching"
        return try decode(answer(id, target, 1, phase: phase, script.verdict))
    }

    func deleteAttempt(_ id: String) async throws(FaceJudgeError) {
        try await ready()
        change { $0.attempts[id] = nil }
    }

    func makeBaseline(
        _ picture: [UInt8], format: ScoringClient.PictureFormat, movements: Bool
    ) async throws(FaceJudgeError) -> BaselineResponse {
        try await ready()
        let id = UUID().uuidString
        change {
            $0.baselines.insert(id)
            $0.pictures[id] = 1
            $0.movements += movements ? 1 : 0
        }
        return try decode(#"{"id":"\#(id)","pictures":1,"expiresInMilliseconds":1000}"#)
    }

    func addPicture(
        _ picture: [UInt8], format: ScoringClient.PictureFormat, toBaseline id: String,
        movements: Bool
    ) async throws(FaceJudgeError) -> BaselineResponse {
        try await ready()
        try know(id)
        change {
            $0.movements += movements ? 1 : 0
            $0.pictures[id, default: 0] += 1
        }
        let count = now.pictures[id] ?? 0
        return try decode(#"{"id":"\#(id)","pictures":\#(count),"expiresInMilliseconds":1000}"#)
    }

    func deleteBaseline(_ id: String) async throws(FaceJudgeError) {
        try await ready()
        change { $0.baselines.remove(id) }
    }

    /// The position that it returns for every face.
    private var rectangle: String {
        #"{"side":600,"toImage":{"a":\#(now.scale),"b":0.125,"tx":10,"ty":20}}"#
    }

    private var evidence: String {
        guard let evidence = now.evidence else { return "null" }
        let change = evidence.change.map { "\($0)" } ?? "null"
        let seen = evidence.seen.map { "\"\($0.rawValue)\"" } ?? "null"
        return #"{"excess":\#(evidence.excess),"change":\#(change),"#
            + #""rival":"\#(evidence.rival.rawValue)","lead":\#(evidence.lead),"seen":\#(seen)}"#
    }

    private func know(_ baseline: String?) throws(FaceJudgeError) {
        guard let baseline, !now.baselines.contains(baseline) else { return }
        throw Self.refused("unknown_baseline")
    }

    private func members(_ verdict: Verdict) -> String { #""verdict":"# + verdict.jsonText }

    private func answer(
        _ id: String, _ target: Emotion, _ level: Int, phase: String, _ verdict: Verdict
    ) -> String {
        let status = AttemptStatus(
            phase: .init(rawValue: phase) ?? .watching, verdict: verdict, held: now.held,
            peak: 0.6, peakFrame: 1, earnedBy: nil, milliseconds: 500, tries: 1)
        return #"{"id":"\#(id)","target":"\#(target.rawValue)","level":\#(level),"frame":1,"#
            + #""rectangle":\#(rectangle),"evidence":\#(evidence),"#
            + String(status.jsonText.dropFirst())
    }
}
