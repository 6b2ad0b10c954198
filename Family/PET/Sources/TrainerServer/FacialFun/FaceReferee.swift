import FaceJudge
import FacialFunWire
import FamilyAccounts
import FamilyStore
import FamilyWeb
import Foundation
import HTTPTypes
import Logging
import TrainerRules
import TrainerStore

/// Sends a child's pictures to the scoring service and counts the results.
///
/// Only results of the service are counted. If it is down or too slow, the child is asked to wait
/// and the attempt starts again.
struct FaceReferee: Sendable {
    /// The length of a try with the gauge, in milliseconds.
    static let tryMilliseconds = 30_000.0
    /// Minimum width of a face's square, in pixels; a smaller face is too far away.
    ///
    /// It is an eighth of the picture's width: a child about one meter from a 60° camera.
    static let leastWidth = 80.0
    /// Maximum pause within an attempt, in seconds.
    ///
    /// After a longer one the attempt restarts, because the child of a sleeping tab did not try.
    static let longestPause = 2.0

    /// A picture and its context.
    struct Take: Sendable {
        /// The source of the picture.
        enum Source: Sendable {
            /// The browser's camera.
            case picture([UInt8])
            /// The service's own camera; the service already has the picture.
            case camera
        }

        let source: Source
        /// The showing that the browser displays.
        let showing: Int
        /// The time that the target has been on the screen, in milliseconds.
        let elapsedMilliseconds: Int
    }

    let store: TrainerStore
    let judge: any FaceJudging
    let presenter: FacePresenter
    let logger: Logger
    let now: Double
    /// The emotions that a parent excluded.
    let excluded: Set<Emotion>

    // MARK: - Holding

    /// Updates the gauge with a picture.
    func hold(_ take: Take, in sitting: FaceSitting) async throws -> WireFaceAnswer {
        let round = try await round(of: sitting)
        guard round.showing == take.showing, let target = round.current else {
            return stale(round, take.showing, sitting)
        }
        let attempt: FaceSitting.Attempt
        let judged: AttemptResponse
        do throws(FaceJudgeError) {
            (attempt, judged) = try await feed(take, target, sitting)
        } catch {
            return try missing(error, sitting)
        }
        let status = judged.status
        let state: WireFaceAnswer.State =
            switch status.phase {
            case .watching: .watching
            case .holding: .holding
            case .matched, .timeUp, .skipped: .ended
            }
        let evidence = status.phase == .holding ? nil : judged.evidence
        let seen = Self.seen(FaceEvidence.shown(status.verdict, evidence), judged.rectangle)
        let answer = presenter.answer(
            seen, state: state, held: status.held,
            baseline: sitting.current.baseline != nil, evidence: evidence,
            rectangle: status.phase == .matched
                ? await rectangle(judged, take, target, sitting) : nil)
        guard status.isFinal else { return answer }
        let verdict = Self.verdict(seen)
        let event = FaceEvent(
            id: attempt.event, showing: take.showing,
            action: .judged(
                .init(verdict, mode: .hold, progress: attempt.peak, hints: attempt.hints)),
            elapsedMilliseconds: take.elapsedMilliseconds)
        return try await counted(event, in: sitting, answer)
    }

    /// Sends a picture to the sitting's attempt; creates the attempt if there is none.
    private func feed(
        _ take: Take, _ target: FaceRound.Target, _ sitting: FaceSitting
    ) async throws(FaceJudgeError) -> (FaceSitting.Attempt, AttemptResponse) {
        var attempt: FaceSitting.Attempt
        if let known = sitting.current.attempt, known.showing == take.showing,
            now - known.lastFrame <= Self.longestPause
        {
            attempt = known
        } else {
            attempt = try await begin(take, target, sitting)
        }
        let answer: AttemptResponse
        do throws(FaceJudgeError) {
            answer = try await status(of: attempt.id, with: take)
        } catch {
            guard error.problem == "unknown_attempt" else { throw error }
            // The service restarted, so the attempt is gone.
            attempt = try await begin(take, target, sitting)
            answer = try await status(of: attempt.id, with: take)
        }
        if case .notYet(_, let hint?, _) = answer.status.verdict, hint != .holdIt,
            hint != attempt.hint
        {
            attempt.hint = hint
            attempt.hints += 1
        }
        if case .notYet(let progress, _, _) = answer.status.verdict, !answer.status.isFinal {
            // While the child holds a face, it sees the progress of the hold.
            let evidence = answer.status.phase == .holding ? nil : answer.evidence
            attempt.peak = max(attempt.peak, FaceEvidence.shownProgress(progress, evidence))
        }
        sitting.note(answer.evidence, showing: take.showing, at: now)
        attempt.lastFrame = now
        sitting.change { [attempt] in $0.attempt = attempt }
        return (attempt, answer)
    }

    /// The state of an attempt after a picture.
    private func status(
        of attempt: String, with take: Take
    ) async throws(FaceJudgeError) -> AttemptResponse {
        switch take.source {
        case .picture(let picture):
            try await judge.addFrame(
                picture, format: .jpeg, toAttempt: attempt, movements: true)
        case .camera: try await judge.attempt(attempt)
        }
    }

    /// Finds the matched face; requests one more picture from the service's own camera.
    private func rectangle(
        _ judged: AttemptResponse, _ take: Take, _ target: FaceRound.Target, _ sitting: FaceSitting
    ) async -> RectangleReport? {
        guard case .camera = take.source else { return judged.rectangle }
        // Without a position, the middle of the picture is shown; the match still counts.
        return try? await match(take, target, sitting).rectangle
    }

    private func begin(
        _ take: Take, _ target: FaceRound.Target, _ sitting: FaceSitting
    ) async throws(FaceJudgeError) -> FaceSitting.Attempt {
        let answer: AttemptResponse
        do throws(FaceJudgeError) {
            answer = try await begin(take, target, baseline: sitting.current.baseline)
        } catch {
            guard error.problem == "unknown_baseline" else { throw error }
            sitting.change { $0.baseline = nil }
            answer = try await begin(take, target, baseline: nil)
        }
        return FaceSitting.Attempt(
            id: answer.id, showing: take.showing, event: UUID(), lastFrame: now)
    }

    private func begin(
        _ take: Take, _ target: FaceRound.Target, baseline: String?
    ) async throws(FaceJudgeError) -> AttemptResponse {
        switch take.source {
        case .picture:
            try await judge.beginAttempt(
                target: target.emotion, level: target.level, baseline: baseline,
                timeLimitMilliseconds: Self.tryMilliseconds)
        case .camera:
            try await judge.beginCameraAttempt(
                target: target.emotion, level: target.level, baseline: baseline,
                timeLimitMilliseconds: Self.tryMilliseconds, movements: true)
        }
    }

    // MARK: - Framing

    /// Reports only whether a face is visible.
    ///
    /// Used if holding is off: no verdict or gauge appears before the tap.
    func poll(_ take: Take, in sitting: FaceSitting) async throws -> WireFaceAnswer {
        let round = try await round(of: sitting)
        guard round.showing == take.showing, let target = round.current else {
            return stale(round, take.showing, sitting)
        }
        let match: MatchResponse
        do throws(FaceJudgeError) {
            match = try await self.match(take, target, sitting, movements: false)
        } catch {
            return try missing(error, sitting)
        }
        sitting.note(match.evidence, showing: take.showing, at: now)
        let seen = Self.seen(match.verdict, match.rectangle)
        if case .cannotJudge = seen {
            return presenter.answer(
                seen, state: .watching, held: 0, baseline: sitting.current.baseline != nil)
        }
        var answer = WireFaceAnswer(.watching)
        answer.baseline = sitting.current.baseline != nil
        return answer
    }

    // MARK: - Tapping

    /// Judges a picture together with those just before it (F2).
    ///
    /// Several pictures are more reliable than one, in which the child may blink.
    ///
    /// - Parameters:
    /// - take: The picture and its context.
    /// - event: The browser's name for the try; a repeated name counts once.
    /// - sitting: The child's sitting.
    /// - Returns: The verdict and the result.
    /// - Throws: `unknown_sitting`, `not_a_picture`, and errors of the database.
    func tap(_ take: Take, event: UUID, in sitting: FaceSitting) async throws -> WireFaceAnswer {
        let round = try await round(of: sitting)
        guard round.showing == take.showing, let target = round.current else {
            return stale(round, take.showing, sitting)
        }
        let match: MatchResponse
        do throws(FaceJudgeError) {
            match = try await self.match(take, target, sitting)
        } catch {
            return try missing(error, sitting)
        }
        let before = sitting.evidence(showing: take.showing, now: now)
        let pooled = FaceEvidence.pooled(match.verdict, before + [match.evidence])
        let seen = Self.seen(FaceEvidence.shown(pooled, match.evidence), match.rectangle)
        let answer = presenter.answer(
            seen, state: .ended, held: 0, baseline: sitting.current.baseline != nil,
            evidence: match.evidence, rectangle: match.rectangle)
        var progress = 0.0
        var hints = sitting.current.attempt.map { $0.showing == take.showing ? $0.hints : 0 } ?? 0
        if case .notYet(let share, let hint, _) = seen {
            progress = share
            if hint != nil { hints += 1 }
        }
        let judgement = FaceEvent.Judgement(
            Self.verdict(seen), mode: .tap, progress: progress,
            score: match.score.map(Double.init), hints: hints)
        return try await counted(
            FaceEvent(
                id: event, showing: take.showing, action: .judged(judgement),
                elapsedMilliseconds: take.elapsedMilliseconds),
            in: sitting, answer)
    }

    private func match(
        _ take: Take, _ target: FaceRound.Target, _ sitting: FaceSitting, movements: Bool = true
    ) async throws(FaceJudgeError) -> MatchResponse {
        do throws(FaceJudgeError) {
            return try await match(
                take, target, baseline: sitting.current.baseline, movements: movements)
        } catch {
            guard error.problem == "unknown_baseline" else { throw error }
            sitting.change { $0.baseline = nil }
            return try await match(take, target, baseline: nil, movements: movements)
        }
    }

    private func match(
        _ take: Take, _ target: FaceRound.Target, baseline: String?, movements: Bool
    ) async throws(FaceJudgeError) -> MatchResponse {
        switch take.source {
        case .picture(let picture):
            try await judge.match(
                picture, format: .jpeg, target: target.emotion, level: target.level,
                baseline: baseline, movements: movements)
        case .camera:
            try await judge.cameraMatch(
                target: target.emotion, level: target.level, baseline: baseline)
        }
    }

    // MARK: - Counting

    /// Ends the showing of a target by a button: skipped, or seen by an adult.
    func end(_ event: FaceEvent, in sitting: FaceSitting) async throws -> WireFaceAnswer {
        try await counted(event, in: sitting, WireFaceAnswer(.ended))
    }

    /// The sitting's round, without emotions that a parent has excluded since it began.
    ///
    /// - Throws: `unknown_sitting` if it no longer exists.
    func round(of sitting: FaceSitting) async throws -> FaceRound {
        guard let round = sitting.current.known?.round else { throw WireError.unknownSitting }
        guard round.isWaiting(forAnyOf: excluded) else { return round }
        let left = try await store.removeTargets(
            excluded, ofFaceRound: round.id, player: sitting.player)
        sitting.keep(left)
        return left
    }

    /// Stores an event and adds its result to an answer.
    private func counted(
        _ event: FaceEvent, in sitting: FaceSitting, _ answer: WireFaceAnswer
    ) async throws -> WireFaceAnswer {
        let applied = try await apply(event, in: sitting)
        sitting.keep(applied.round)
        if case .ignored = applied.outcome { return stale(applied.round, event.showing, sitting) }
        var progress = 0.0
        if case .judged(let judgement) = event.action { progress = judgement.progress }
        let outcome = presenter.outcome(
            applied.outcome, turn: applied.round.revision,
            isNear: progress >= FaceEvidence.nearly)
        sitting.endTry(
            showing: event.showing,
            outcome: applied.round.showing == event.showing ? nil : outcome)
        var answer = answer
        answer.outcome = outcome
        answer.round = WireFaceRound(applied.round, presenter: presenter)
        if Plant.grows(after: applied.round) {
            answer.plant = WirePlant(.faces, content: presenter.content)
        }
        return answer
    }

    private func apply(
        _ event: FaceEvent, in sitting: FaceSitting
    ) async throws -> AppliedFaceEvent {
        do throws(StoreError) {
            return try await store.apply(event, faceRound: sitting.round, player: sitting.player)
        } catch {
            if error.code == .notFound { throw WireError.unknownSitting }
            throw error
        }
    }

    /// The answer if the browser's showing is over: its result, and the current showing.
    private func stale(
        _ round: FaceRound, _ showing: Int, _ sitting: FaceSitting
    ) -> WireFaceAnswer {
        let state = sitting.current
        var answer = WireFaceAnswer(.stale)
        answer.baseline = state.baseline != nil
        answer.round = WireFaceRound(round, presenter: presenter)
        if let last = state.lastOutcome, last.showing == showing { answer.outcome = last.outcome }
        return answer
    }

    /// The answer if a picture could not be judged; nothing is counted.
    ///
    /// - Throws: `not_a_picture` if the picture is at fault.
    func missing(_ error: FaceJudgeError, _ sitting: FaceSitting) throws -> WireFaceAnswer {
        let state = try Self.state(of: error, logger: logger)
        if state == .away { sitting.change { $0.attempt = nil } }
        return presenter.missing(state)
    }

    /// Whether the service is down or only slow.
    ///
    /// - Throws: `not_a_picture` if the picture is at fault.
    static func state(
        of error: FaceJudgeError, logger: Logger
    ) throws(WireError) -> WireFaceAnswer.State {
        switch error.code {
        case .away, .noRuntimeFolder, .cannotStart: return .away
        case .noAnswer: return .moment
        case .badAnswer:
            logger.error("the scoring service is incompatible", metadata: ["what": "\(error)"])
            return .away
        case .refused:
            switch error.problem {
            case "no_levels", "unsound_model":
                logger.error(
                    "the scoring service cannot judge", metadata: ["what": "\(error)"])
                return .away
            case "deadline_exceeded", "overloaded", "not_ready", "too_many_connections",
                "too_many_attempts", "too_many_baselines", "request_timeout",
                "unknown_attempt", "unknown_baseline":
                return .moment
            default:
                throw WireError(
                    .unprocessableContent, "not_a_picture", "The picture cannot be read.")
            }
        }
    }

    /// The verdict for the child.
    ///
    /// If a distant face does not match, the child is asked to come closer and nothing is counted.
    /// A distant face that matches counts.
    static func seen(_ verdict: Verdict, _ rectangle: RectangleReport?) -> Verdict {
        guard case .notYet = verdict, let rectangle else { return verdict }
        let map = rectangle.toImage
        let width = Double(rectangle.side) * (map.a * map.a + map.b * map.b).squareRoot()
        return width < leastWidth ? .cannotJudge(.tooSmall) : verdict
    }

    private static func verdict(_ verdict: Verdict) -> FaceEvent.Verdict {
        switch verdict {
        case .matched: .matched
        case .notYet: .notYet
        case .cannotJudge: .cannotJudge
        }
    }
}

extension WireError {
    /// The sitting is over or belongs to another player.
    static let unknownSitting = WireError(
        .notFound, "unknown_sitting",
        "This game of faces is over, or was continued in another window.")
}
