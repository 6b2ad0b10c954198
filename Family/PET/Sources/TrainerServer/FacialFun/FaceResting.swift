import Emotions
import FaceJudge
import Logging
import ScoringClient

/// What became of a picture of the child's own face at rest.
struct WireFaceRest: Encodable, Sendable {
    /// `taken`, `not_yet`, `away` or `moment`.
    let state: String
    /// Of how many pictures the baseline is made.
    var pictures = 0
    /// Why it was not taken: a reason, `not_still` or `not_at_rest`.
    var reason: String?
    var sentence: String?
    var clip: String?
}

/// Takes the child's own face at rest, which the service keeps for the sitting, in memory.
struct FaceResting: Sendable {
    let judge: any FaceJudging
    let presenter: FacePresenter
    let logger: Logger

    /// Adds a picture to the sitting's baseline.
    func take(_ picture: [UInt8], in sitting: FaceSitting) async throws -> WireFaceRest {
        do throws(FaceJudgeError) {
            let answer = try await baseline(picture, sitting)
            let before = sitting.current
            sitting.change { $0.baseline = answer.id }
            if before.baseline != answer.id, let attempt = before.attempt {
                // What is judged in its light begins anew; the service forgets the old by itself,
                // where this does not reach it.
                sitting.change { $0.attempt = nil }
                try? await judge.deleteAttempt(attempt.id)
            }
            return WireFaceRest(state: "taken", pictures: answer.pictures)
        } catch {
            if let problem = error.problem, let key = Self.key(problem) {
                let words = presenter.spoken(key)
                return WireFaceRest(
                    state: "not_yet", reason: problem, sentence: words.sentence, clip: words.clip)
            }
            let state = try FaceReferee.state(of: error, logger: logger)
            let words = presenter.spoken("face.\(state.rawValue)")
            return WireFaceRest(
                state: state.rawValue, sentence: words.sentence, clip: words.clip)
        }
    }

    private func baseline(
        _ picture: [UInt8], _ sitting: FaceSitting
    ) async throws(FaceJudgeError) -> BaselineResponse {
        guard let known = sitting.current.baseline else {
            return try await judge.makeBaseline(picture, format: .jpeg, movements: true)
        }
        do throws(FaceJudgeError) {
            return try await judge.addPicture(
                picture, format: .jpeg, toBaseline: known, movements: true)
        } catch {
            guard error.problem == "unknown_baseline" else { throw error }
            return try await judge.makeBaseline(picture, format: .jpeg, movements: true)
        }
    }

    /// Has the sitting's baseline forgotten, and its attempt with it.
    func forget(_ sitting: FaceSitting) async {
        let state = sitting.current
        sitting.change {
            $0.baseline = nil
            $0.attempt = nil
        }
        // A service that is away has forgotten already, and forgets by itself within half an hour.
        if let attempt = state.attempt { try? await judge.deleteAttempt(attempt.id) }
        if let baseline = state.baseline { try? await judge.deleteBaseline(baseline) }
    }

    private static func key(_ problem: String) -> String? {
        if CannotJudgeReason(rawValue: problem) != nil { return "reason.\(problem)" }
        return ["not_still", "not_at_rest"].contains(problem) ? "face.rest.\(problem)" : nil
    }
}
