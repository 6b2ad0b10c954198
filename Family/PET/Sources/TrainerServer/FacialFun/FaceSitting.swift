import FacialFunWire
import FamilyAccounts
import FamilyWeb
import Foundation
import HTTPTypes
import Synchronization
import TrainerRules
import TrainerStore

/// The server's memory of a child in front of the camera, kept while the child plays.
///
/// It contains no frames: pictures are forwarded, and the results are returned.
final class FaceSitting: Sendable {
    /// Maximum frames per second, on average.
    static let framesPerSecond = 12.0
    /// Maximum number of frames in a burst.
    static let burst = 4.0

    /// The sitting's attempt at the scoring service.
    struct Attempt: Sendable {
        /// Its name at the service.
        let id: String
        /// The showing of the attempt.
        let showing: Int
        /// The name of the event that counts its end.
        let event: UUID
        /// The arrival of its latest frame, in seconds of the server's clock.
        var lastFrame: Double
        /// The latest hint.
        var hint: HintCode?
        /// The number of hints given.
        var hints = 0
        /// The highest progress that the child saw.
        var peak = 0.0
    }

    /// The evidence of a picture.
    fileprivate struct Seen: Sendable {
        let showing: Int
        /// The time of the picture, in seconds of the server's clock.
        let at: Double
        /// Nil if the picture could not be judged.
        let evidence: MatchEvidence?
    }

    /// The round and the player's settings from the database, cached so that not every picture
    /// reads them.
    struct Known: Sendable {
        /// Seconds until they are read again, because another process may change the database.
        static let seconds = 10.0

        /// The current round.
        var round: FaceRound
        let settings: PlayerSettings
        /// The change counter's value before the read.
        let changes: UInt64
        /// The time of the read, in seconds of the server's clock.
        let at: Double
    }

    /// The state that changes while the child plays.
    struct State: Sendable {
        /// The cached database state; nil before the first read.
        fileprivate(set) var known: Known?
        /// The name of the child's neutral face at the service.
        var baseline: String?
        /// Whether the neutral face is being recorded again; ``baseline`` stays in force meanwhile.
        var isRetaking = false
        /// The name of the new neutral face while it is being recorded; nil before its first picture.
        var retake: String?
        /// The current attempt; nil until the next frame.
        var attempt: Attempt?
        /// The end of the latest showing, for a browser that missed the answer.
        var lastOutcome: (showing: Int, outcome: WireFaceOutcome)?
        /// The time of the last use, in seconds of the server's clock.
        var used = 0.0
        fileprivate var seen: [Seen] = []
        fileprivate var tokens = FaceSitting.burst
        fileprivate var busy: Set<Gate> = []
    }

    /// Admits one request at a time.
    enum Gate: Hashable, Sendable {
        case frame, tap
    }

    let id: UUID
    let player: PlayerID
    /// The current round.
    let round: UUID
    private let state: Mutex<State>

    init(player: PlayerID, round: UUID, now: Double) {
        id = UUID()
        self.player = player
        self.round = round
        var state = State()
        state.used = now
        self.state = Mutex(state)
    }

    /// The current state.
    var current: State { state.withLock { $0 } }

    /// Changes the state.
    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// The cached database state, unless something has changed or it is too old.
    func known(changes: UInt64, now: Double) -> Known? {
        state.withLock { state in
            guard let known = state.known, known.changes == changes,
                now - known.at <= Known.seconds
            else { return nil }
            return known
        }
    }

    /// Caches the database state; keeps the cached round if it is further advanced.
    func keep(_ known: Known) {
        state.withLock { state in
            var known = known
            if let before = state.known, before.changes == known.changes,
                before.round.revision > known.round.revision
            {
                known.round = before.round
            }
            state.known = known
        }
    }

    /// Caches the round after an event.
    func keep(_ round: FaceRound) { state.withLock { $0.known?.round = round } }

    /// Records the evidence of a picture, for the verdict of a later tap.
    func note(_ evidence: MatchEvidence?, showing: Int, at now: Double) {
        state.withLock { state in
            state.seen.append(Seen(showing: showing, at: now, evidence: evidence))
            state.seen.removeFirst(max(0, state.seen.count - (FaceEvidence.pictures - 1)))
        }
    }

    /// The evidence of the pictures just before a tap, the oldest first.
    func evidence(showing: Int, now: Double) -> [MatchEvidence?] {
        state.withLock { state in
            state.seen.filter {
                $0.showing == showing && now - $0.at <= FaceEvidence.longestSeconds
            }.map(\.evidence)
        }
    }

    /// Clears the evidence of earlier pictures.
    func clearEvidence() { state.withLock { $0.seen = [] } }

    /// Records that a try is over: the next one is a new attempt.
    ///
    /// - Parameters:
    ///   - showing: The showing of the try.
    ///   - outcome: The showing's result; nil while it continues.
    func endTry(showing: Int, outcome: WireFaceOutcome?) {
        state.withLock { state in
            if state.attempt?.showing == showing { state.attempt = nil }
            state.seen = []
            if let outcome { state.lastOutcome = (showing, outcome) }
        }
    }

    /// Admits a picture.
    ///
    /// - Throws: `in_flight` while the previous one is judged, `too_fast` above
    ///   ``framesPerSecond``.
    func enter(_ gate: Gate, now: Double) throws(WireError) {
        let refusal = state.withLock { state -> WireError? in
            guard !state.busy.contains(gate) else {
                return WireError(
                    .tooManyRequests, "in_flight", "The previous picture is still being scored.")
            }
            let passed = max(0, now - state.used)
            state.used = max(now, state.used)
            state.tokens = min(Self.burst, state.tokens + passed * Self.framesPerSecond)
            guard state.tokens >= 1 else {
                return WireError(
                    .tooManyRequests, "too_fast",
                    "At most \(Int(Self.framesPerSecond)) pictures are scored per second.")
            }
            state.tokens -= 1
            state.busy.insert(gate)
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Records that the picture was judged or abandoned.
    func leave(_ gate: Gate) { state.withLock { _ = $0.busy.remove(gate) } }
}

/// The running sittings: one for each player, dropped when unused.
final class FaceSittings: Sendable {
    /// Time until an unused sitting is dropped, in seconds.
    static let idleSeconds = 600.0
    /// Maximum number of sittings; the least recently used one is dropped.
    static let capacity = 128

    private let sittings = Mutex<[UUID: FaceSitting]>([:])
    private let clock: @Sendable () -> Double

    /// Makes an empty room.
    ///
    /// - Parameter clock: A monotonic clock, in seconds.
    init(clock: @escaping @Sendable () -> Double = RateLimiter.uptime) {
        self.clock = clock
    }

    var now: Double { clock() }

    /// Adds a player's sitting; removes the player's former sitting and expired ones.
    func begin(player: PlayerID, round: UUID) -> (sitting: FaceSitting, gone: [FaceSitting]) {
        let now = now
        let sitting = FaceSitting(player: player, round: round, now: now)
        let gone = sittings.withLock { sittings -> [FaceSitting] in
            var gone = sittings.values.filter {
                $0.player == player || now - $0.current.used > Self.idleSeconds
            }
            for one in gone { sittings[one.id] = nil }
            if sittings.count >= Self.capacity,
                let oldest = sittings.values.min(by: { $0.current.used < $1.current.used })
            {
                sittings[oldest.id] = nil
                gone.append(oldest)
            }
            sittings[sitting.id] = sitting
            return gone
        }
        return (sitting, gone)
    }

    /// A player's own sitting; nil if there is none of that name or it belongs to another player.
    func sitting(_ id: UUID, player: PlayerID) -> FaceSitting? {
        sittings.withLock { sittings in
            guard let sitting = sittings[id], sitting.player == player,
                now - sitting.current.used <= Self.idleSeconds
            else { return nil }
            return sitting
        }
    }

    /// Ends a player's own sitting.
    func end(_ id: UUID, player: PlayerID) -> FaceSitting? {
        sittings.withLock { sittings in
            guard sittings[id]?.player == player else { return nil }
            return sittings.removeValue(forKey: id)
        }
    }
}
