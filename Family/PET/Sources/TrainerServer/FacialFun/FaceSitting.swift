import FacialFunWire
import FamilyWeb
import Foundation
import HTTPTypes
import Synchronization
import TrainerRules
import TrainerStore

/// A child before the camera: what the server remembers of it, in memory, for as long as it plays.
///
/// No frame is among it: pictures pass through, and what the service says of them is answered.
final class FaceSitting: Sendable {
    /// The most frames a second, over any longer time.
    static let framesPerSecond = 12.0
    /// How many frames may come in a burst.
    static let burst = 4.0

    /// An attempt of the service that this sitting feeds.
    struct Attempt: Sendable {
        /// Its name at the service.
        let id: String
        /// The showing that it is for.
        let showing: Int
        /// The name of the event that its end is counted by.
        let event: UUID
        /// When its latest frame came, in seconds of the server's clock.
        var lastFrame: Double
        /// The hint that was given last.
        var hint: HintCode?
        /// How many hints were given.
        var hints = 0
    }

    /// What the database said of the round and the player, so that not every picture asks it again.
    struct Known: Sendable {
        /// For so many seconds it is believed, since another process may change the database.
        static let seconds = 10.0

        /// The round that is played.
        var round: FaceRound
        let settings: PlayerSettings
        /// The changes that were counted before it was read.
        let changes: UInt64
        /// When it was read, in seconds of the server's clock.
        let at: Double
    }

    /// What changes while the child plays.
    struct State: Sendable {
        /// What the database said; nil until it is asked.
        fileprivate(set) var known: Known?
        /// The name of the child's own neutral face at the service.
        var baseline: String?
        /// Whether the neutral face is being recorded again; ``baseline`` stays in force meanwhile.
        var isRetaking = false
        /// The name of the new neutral face while it is being recorded; nil before its first picture.
        var retake: String?
        /// What the frames go to; nil until the next frame.
        var attempt: Attempt?
        /// How the latest showing ended, for a browser that missed the answer.
        var lastOutcome: (showing: Int, outcome: WireFaceOutcome)?
        /// When it was last used, in seconds of the server's clock.
        var used = 0.0
        fileprivate var tokens = FaceSitting.burst
        fileprivate var busy: Set<Gate> = []
    }

    /// What may be asked once at a time.
    enum Gate: Hashable, Sendable {
        case frame, tap
    }

    let id: UUID
    let player: PlayerID
    /// The round that is played.
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

    /// The state now.
    var current: State { state.withLock { $0 } }

    /// Changes the state.
    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// What the database said, where nothing has changed since and it was not long ago.
    func known(changes: UInt64, now: Double) -> Known? {
        state.withLock { state in
            guard let known = state.known, known.changes == changes,
                now - known.at <= Known.seconds
            else { return nil }
            return known
        }
    }

    /// Keeps what the database said; a round that was played on meanwhile stays as it is.
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

    /// Keeps the round as it stands after something was played.
    func keep(_ round: FaceRound) { state.withLock { $0.known?.round = round } }

    /// Notes that a try is over: the next one is an attempt of its own.
    ///
    /// - Parameters:
    ///   - showing: The showing that it was part of.
    ///   - outcome: How the showing ended; nil where it goes on.
    func endTry(showing: Int, outcome: WireFaceOutcome?) {
        state.withLock { state in
            if state.attempt?.showing == showing { state.attempt = nil }
            if let outcome { state.lastOutcome = (showing, outcome) }
        }
    }

    /// Lets a picture in.
    ///
    /// - Throws: `in_flight` while the one before is judged, `too_fast` above
    ///   ``framesPerSecond``.
    func enter(_ gate: Gate, now: Double) throws(WireError) {
        let refusal = state.withLock { state -> WireError? in
            guard !state.busy.contains(gate) else {
                return WireError(
                    .tooManyRequests, "in_flight", "The picture before is still being judged.")
            }
            let passed = max(0, now - state.used)
            state.used = max(now, state.used)
            state.tokens = min(Self.burst, state.tokens + passed * Self.framesPerSecond)
            guard state.tokens >= 1 else {
                return WireError(
                    .tooManyRequests, "too_fast",
                    "At most \(Int(Self.framesPerSecond)) pictures a second are judged.")
            }
            state.tokens -= 1
            state.busy.insert(gate)
            return nil
        }
        if let refusal { throw refusal }
    }

    /// The picture was judged, or given up.
    func leave(_ gate: Gate) { state.withLock { _ = $0.busy.remove(gate) } }
}

/// The sittings that go on: one for each player, forgotten when it is not used.
final class FaceSittings: Sendable {
    /// A sitting is forgotten after so many seconds without a picture.
    static let idleSeconds = 600.0
    /// The most sittings; the one that was used longest ago makes room.
    static let capacity = 128

    private let sittings = Mutex<[UUID: FaceSitting]>([:])
    private let clock: @Sendable () -> Double

    /// Makes an empty room.
    ///
    /// - Parameter clock: Seconds on a clock that only goes forward.
    init(clock: @escaping @Sendable () -> Double = FaceSittings.uptime) {
        self.clock = clock
    }

    /// Seconds since the game first asked; the wall clock may jump, this one does not.
    static let uptime: @Sendable () -> Double = {
        let start = ContinuousClock.Instant.now
        return {
            let passed = (ContinuousClock.Instant.now - start).components
            return Double(passed.seconds) + Double(passed.attoseconds) * 1e-18
        }
    }()

    var now: Double { clock() }

    /// Seats a player; those who have to go for it, because they are the same player's, or old.
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

    /// A player's own sitting; nil where there is none of that name, or it is another's.
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
