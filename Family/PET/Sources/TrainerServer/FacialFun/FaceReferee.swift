import FacialFunWire
import FaceJudge
import FamilyWeb
import Foundation
import HTTPTypes
import Logging
import TrainerRules
import TrainerStore

/// Has a child's pictures judged, and counts what comes of it.
///
/// Nothing is ever counted that the judge did not say: where there is no judge, or it takes too long,
/// the child is told to wait, and the attempt begins again.
struct FaceReferee: Sendable {
    /// How long the gauge is watched before a try is over, in milliseconds.
    static let tryMilliseconds = 30_000.0
    /// A face whose square is narrower in the picture is too far away, in pixels: an eighth of the
    /// picture's width, which is a child a good metre from a camera of 60°.
    static let leastWidth = 80.0
    /// After a longer pause the attempt begins again, in seconds: a tab that slept has not tried.
    static let longestPause = 2.0

    /// A picture, and what it belongs to.
    struct Take: Sendable {
        /// Where the picture comes from.
        enum Source: Sendable {
            /// The browser's camera.
            case picture([UInt8])
            /// The service's own, which has it already.
            case camera
        }

        let source: Source
        /// The showing of the round that the browser shows.
        let showing: Int
        /// How long the target has been on the screen, in milliseconds.
        let elapsedMilliseconds: Int
    }

    let store: TrainerStore
    let judge: any FaceJudging
    let presenter: FacePresenter
    let logger: Logger
    let now: Double
    /// What a parent took out.
    let excluded: Set<Emotion>

    // MARK: - Holding

    /// Feeds the gauge.
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
        let seen = Self.seen(status.verdict, judged.rectangle)
        let answer = presenter.answer(
            seen, state: state, held: status.held,
            baseline: sitting.current.baseline != nil,
            rectangle: status.phase == .matched
                ? await rectangle(judged, take, target, sitting) : nil)
        guard status.isFinal else { return answer }
        let verdict = Self.verdict(seen)
        let event = FaceEvent(
            id: attempt.event, showing: take.showing,
            action: .judged(
                .init(verdict, mode: .hold, progress: status.peak, hints: attempt.hints)),
            elapsedMilliseconds: take.elapsedMilliseconds)
        return try await counted(event, in: sitting, answer)
    }

    /// Sends a picture to the sitting's attempt, which is begun where there is none, or none any
    /// more.
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
            // The service was started again, and has forgotten.
            attempt = try await begin(take, target, sitting)
            answer = try await status(of: attempt.id, with: take)
        }
        if case .notYet(_, let hint?, _) = answer.status.verdict, hint != .holdIt,
            hint != attempt.hint
        {
            attempt.hint = hint
            attempt.hints += 1
        }
        attempt.lastFrame = now
        sitting.change { [attempt] in $0.attempt = attempt }
        return (attempt, answer)
    }

    /// Where an attempt stands after a picture.
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

    /// Where the face lies that matched; the service's own camera is asked for one more picture.
    private func rectangle(
        _ judged: AttemptResponse, _ take: Take, _ target: FaceRound.Target, _ sitting: FaceSitting
    ) async -> RectangleReport? {
        guard case .camera = take.source else { return judged.rectangle }
        // Without it the middle of the picture is shown: a match is a match.
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

    // MARK: - Looking

    /// Says whether the face can be seen, and nothing else: holding is off, so that neither a
    /// verdict nor a gauge comes before the touch.
    func look(_ take: Take, in sitting: FaceSitting) async throws -> WireFaceAnswer {
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

    /// Judges one picture (F2).
    ///
    /// - Parameters:
    ///   - take: The picture, and what it belongs to.
    ///   - event: The name that the browser gave the try: sent again, it counts once.
    ///   - sitting: Who plays.
    /// - Returns: The verdict and what became of it.
    /// - Throws: `unknown_sitting`, `not_a_picture`, and what the database throws.
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
        let seen = Self.seen(match.verdict, match.rectangle)
        let answer = presenter.answer(
            seen, state: .ended, held: 0, baseline: sitting.current.baseline != nil,
            rectangle: match.rectangle)
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

    /// Ends the showing of a target by what somebody pressed: skipped, or seen by a grown-up.
    func end(_ event: FaceEvent, in sitting: FaceSitting) async throws -> WireFaceAnswer {
        try await counted(event, in: sitting, WireFaceAnswer(.ended))
    }

    /// The round that a sitting plays, without what a parent took out meanwhile.
    ///
    /// - Throws: `unknown_sitting` where it is gone.
    func round(of sitting: FaceSitting) async throws -> FaceRound {
        guard let round = sitting.current.known?.round else { throw WireError.unknownSitting }
        guard round.asks(forAnyOf: excluded) else { return round }
        let left = try await store.leaveOut(
            excluded, ofFaceRound: round.id, player: sitting.player)
        sitting.keep(left)
        return left
    }

    /// Stores an event, and adds to an answer what became of it.
    private func counted(
        _ event: FaceEvent, in sitting: FaceSitting, _ answer: WireFaceAnswer
    ) async throws -> WireFaceAnswer {
        let applied = try await apply(event, in: sitting)
        sitting.keep(applied.round)
        if case .ignored = applied.outcome { return stale(applied.round, event.showing, sitting) }
        let outcome = presenter.outcome(applied.outcome, turn: applied.round.revision)
        sitting.endTry(
            showing: event.showing,
            outcome: applied.round.showing == event.showing ? nil : outcome)
        var answer = answer
        answer.outcome = outcome
        answer.round = WireFaceRound(applied.round, presenter: presenter)
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

    /// The browser shows what is over: how it ended, and what is on now.
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

    /// What is answered where there is no verdict; nothing was counted.
    ///
    /// - Throws: `not_a_picture` where the picture is at fault.
    func missing(_ error: FaceJudgeError, _ sitting: FaceSitting) throws -> WireFaceAnswer {
        let state = try Self.state(of: error, logger: logger)
        if state == .away { sitting.change { $0.attempt = nil } }
        return presenter.missing(state)
    }

    /// Whether the judge is away or only late.
    ///
    /// - Throws: `not_a_picture` where the picture is at fault.
    static func state(
        of error: FaceJudgeError, logger: Logger
    ) throws(WireError) -> WireFaceAnswer.State {
        switch error.code {
        case .away, .noRuntimeFolder, .cannotStart: return .away
        case .noAnswer: return .moment
        case .badAnswer:
            logger.error("the scoring service is another version", metadata: ["what": "\(error)"])
            return .away
        case .refused:
            switch error.problem {
            case "no_levels", "unsound_model":
                logger.error(
                    "the scoring service cannot judge", metadata: ["what": "\(error)"])
                return .away
            case "deadline_exceeded", "overloaded", "not_ready", "too_many_connections",
                "too_many_attempts", "too_many_baselines", "request_timeout", "internal_error",
                "unknown_attempt", "unknown_baseline":
                return .moment
            default:
                throw WireError(
                    .unprocessableContent, "not_a_picture", "The picture cannot be read.")
            }
        }
    }

    /// The verdict as the child hears it.
    ///
    /// A face that is far away and does not match is asked to come closer, and nothing is counted. One
    /// that matches from there has matched.
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
    /// The sitting is none of the player's, or over.
    static let unknownSitting = WireError(
        .notFound, "unknown_sitting", "This game of faces is over, or goes on in another window.")
}
