import FacialFunWire
import FaceJudge
import Logging

/// The result of a picture of the child's neutral face.
struct WireFaceRest: Encodable, Sendable {
    /// `taken`, `not_yet`, `away` or `moment`.
    let state: String
    /// The number of pictures in the baseline.
    var pictures = 0
    /// The reason that the picture was not taken: a code, `not_still` or `not_at_rest`.
    var reason: String?
    var sentence: String?
    var clip: String?
}

/// Records the child's neutral face, which the service keeps in memory for the sitting.
///
/// A new neutral face replaces the former one only if each of its pictures shows a face at rest:
/// close to the former one, or neutral on its own. Otherwise an expression held during the
/// recording would become the baseline: it would then match "calm" and never its own emotion.
struct FaceResting: Sendable {
    /// The number of pictures of a new neutral face.
    static let retakePictures = 5
    /// The level whose thresholds a neutral face must reach.
    static let restLevel = 3

    let judge: any FaceJudging
    let presenter: FacePresenter
    let logger: Logger

    /// Adds a picture to the sitting's baseline.
    func take(_ picture: [UInt8], in sitting: FaceSitting) async throws -> WireFaceRest {
        do throws(FaceJudgeError) {
            if sitting.current.isRetaking, let former = sitting.current.baseline,
                let answer = try await retake(picture, former: former, sitting)
            {
                return answer
            }
            let answer = try await baseline(picture, sitting)
            let before = sitting.current
            sitting.change { $0.baseline = answer.id }
            sitting.clearEvidence()
            if before.baseline != answer.id, let attempt = before.attempt {
                // Attempts with the old baseline start again; the service drops the baseline by
                // itself if this request fails.
                sitting.change { $0.attempt = nil }
                try? await judge.deleteAttempt(attempt.id)
            }
            return WireFaceRest(state: "taken", pictures: answer.pictures)
        } catch {
            if let problem = error.problem, let refused = notYet(problem) { return refused }
            let state = try FaceReferee.state(of: error, logger: logger)
            let words = presenter.spoken("face.\(state.rawValue)")
            return WireFaceRest(
                state: state.rawValue, sentence: words.sentence, clip: words.clip)
        }
    }

    /// Adds a picture to a neutral face that is being recorded again.
    ///
    /// - Returns: The result; nil if the service has lost the former neutral face.
    private func retake(
        _ picture: [UInt8], former: String, _ sitting: FaceSitting
    ) async throws(FaceJudgeError) -> WireFaceRest? {
        do throws(FaceJudgeError) {
            switch try await atRest(picture, former: former) {
            case .matched: break
            case .notYet: return notYet("not_at_rest")
            case .cannotJudge(let reason): return notYet(reason.rawValue)
            }
            let answer: BaselineResponse
            if let known = sitting.current.retake {
                answer = try await judge.addPicture(
                    picture, format: .jpeg, toBaseline: known, movements: true)
            } else {
                answer = try await judge.makeBaseline(picture, format: .jpeg, movements: true)
            }
            sitting.change { $0.retake = answer.id }
            if answer.pictures >= Self.retakePictures {
                let attempt = sitting.current.attempt
                sitting.change {
                    $0.baseline = answer.id
                    $0.retake = nil
                    $0.isRetaking = false
                    $0.attempt = nil
                }
                sitting.clearEvidence()
                // The service drops both baselines by itself if this request fails.
                if let attempt { try? await judge.deleteAttempt(attempt.id) }
                try? await judge.deleteBaseline(former)
            }
            return WireFaceRest(state: "taken", pictures: answer.pictures)
        } catch {
            guard error.problem == "unknown_baseline" else { throw error }
            sitting.change {
                $0.baseline = nil
                $0.retake = nil
                $0.isRetaking = false
            }
            return nil
        }
    }

    /// Whether a face is at rest: compared with the former neutral face if there is one, otherwise
    /// on its own.
    private func atRest(
        _ picture: [UInt8], former: String
    ) async throws(FaceJudgeError) -> Verdict {
        let compared = try await judge.match(
            picture, format: .jpeg, target: .neutral, level: Self.restLevel, baseline: former,
            movements: false)
        guard case .notYet = compared.verdict else { return compared.verdict }
        return try await judge.match(
            picture, format: .jpeg, target: .neutral, level: Self.restLevel, baseline: nil,
            movements: false
        ).verdict
    }

    /// Starts recording a new neutral face; the former one is used until it is complete.
    func beginRetake(_ sitting: FaceSitting) async {
        let state = sitting.current
        sitting.change {
            $0.isRetaking = $0.baseline != nil
            $0.retake = nil
            $0.attempt = nil
        }
        // If the service cannot be reached, it drops the baseline within half an hour.
        if let attempt = state.attempt { try? await judge.deleteAttempt(attempt.id) }
        if let retake = state.retake { try? await judge.deleteBaseline(retake) }
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

    /// Deletes the sitting's baseline and its attempt.
    func forget(_ sitting: FaceSitting) async {
        let state = sitting.current
        sitting.change {
            $0.baseline = nil
            $0.retake = nil
            $0.isRetaking = false
            $0.attempt = nil
        }
        // If the service cannot be reached, it drops both within half an hour.
        if let attempt = state.attempt { try? await judge.deleteAttempt(attempt.id) }
        for baseline in [state.baseline, state.retake] {
            if let baseline { try? await judge.deleteBaseline(baseline) }
        }
    }

    /// The answer to a picture whose face is not at rest; nil for any other problem.
    private func notYet(_ problem: String) -> WireFaceRest? {
        Self.key(problem).map { key in
            let words = presenter.spoken(key)
            return WireFaceRest(
                state: "not_yet", reason: problem, sentence: words.sentence, clip: words.clip)
        }
    }

    private static func key(_ problem: String) -> String? {
        if CannotJudgeReason(rawValue: problem) != nil { return "reason.\(problem)" }
        return ["not_still", "not_at_rest"].contains(problem) ? "face.rest.\(problem)" : nil
    }
}
