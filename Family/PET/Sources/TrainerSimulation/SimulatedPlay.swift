public import FacialFunWire
public import FamilyAccounts
public import FamilyStore
import Foundation
public import TrainerRules
public import TrainerStore

/// A simulated child that plays with a real database; its answers are processed like those of a
/// real child.
public struct SimulatedPlay: Sendable {
    /// The length of a sitting, in seconds.
    public static let sittingSeconds: Double = 12 * 60

    private let store: TrainerStore
    private let clock: SimulatedClock
    private let bank: [Question]
    private var learner: Learner
    private var skill = 0.35

    /// Creates a simulated child.
    ///
    /// - Parameters:
    ///   - store: A store that uses `clock`.
    ///   - clock: The simulated time.
    ///   - bank: The available questions.
    ///   - kind: The child's way of learning.
    ///   - confused: The pair that a `confusing` child confuses.
    ///   - seed: Determines all of its actions.
    public init(
        store: TrainerStore, clock: SimulatedClock, bank: [Question], kind: Learner.Kind,
        confused: Set<Emotion> = [.fear, .surprise], seed: UInt64
    ) {
        self.store = store
        self.clock = clock
        self.bank = bank
        learner = Learner(kind, confused: confused, seed: seed)
    }

    /// Plays sittings, one a day with a pause of two days after every fourth, the last on the
    /// clock's day.
    ///
    /// - Parameters:
    ///   - sittings: Number of sittings.
    ///   - player: The player.
    ///   - account: The child's account.
    /// - Throws: `StoreError`.
    public mutating func play(
        sittings: Int, player: PlayerID, account: AccountID
    ) async throws(StoreError) {
        let end = clock.now
        for number in 0..<sittings {
            let left = sittings - 1 - number
            clock.set(end.addingTimeInterval(-Double(left + left / 4 * 2) * 86_400))
            try await playSitting(player, account)
        }
        clock.set(end)
    }

    private mutating func playSitting(
        _ player: PlayerID, _ account: AccountID
    ) async throws(StoreError) {
        let bytes = (0..<32).map { _ in UInt8(truncatingIfNeeded: learner.generator.next()) }
        guard let digest = SessionDigest(bytes) else {
            preconditionFailure("expected 32 bytes")
        }
        _ = try await store.createSession(digest, account: account, player: player)
        let end = clock.now.addingTimeInterval(Self.sittingSeconds)
        while clock.now < end {
            guard try await playRound(player, until: end, digest) else { break }
        }
        if learner.generator.below(3) > 0 { try await makeFaces(player, digest) }
        try await store.endSession(digest)
    }

    /// Plays a round; returns false if there is nothing to play, or the sitting is over.
    private mutating func playRound(
        _ player: PlayerID, until end: Date, _ digest: SessionDigest
    ) async throws(StoreError) -> Bool {
        let history = try await store.history(player: player).history
        let level = LevelAdvice.level(bank: bank, history: history) ?? 1
        let here = bank.filter { $0.level <= level }
        guard here.contains(where: { $0.level == level }) else { return false }
        let seed = learner.generator.next()
        let plan = RoundPlanner().plan(
            level: .standard(level), bank: here, history: history, seed: seed)
        var round = try await store.beginRound(
            Round(id: name(), level: .standard(level), plan: plan, seed: seed), player: player)
        let today = history.today
        while let item = round.current, clock.now < end {
            try await useHelp(&round, player)
            let action = learner.choose(in: round, on: today)
            let seconds = 2.5 + Double(learner.generator.below(6_000)) / 1000
            clock.advance(by: seconds + 4)
            let applied = try await store.apply(
                event(action, round, milliseconds: Int(seconds * 1000)), round: round.id,
                player: player)
            if applied.outcome == .right || applied.outcome == .revealed {
                learner.learn(round.skill(of: item), on: today)
            }
            round = applied.round
            _ = try await store.session(digest)
        }
        return clock.now < end
    }

    /// Occasionally uses a tip or repeats the prompt, more often the less the child knows.
    private mutating func useHelp(
        _ round: inout Round, _ player: PlayerID
    ) async throws(StoreError) {
        guard learner.generator.below(12) == 0 else { return }
        let action: RoundEvent.Action = learner.generator.below(3) == 0 ? .replay : .tip
        clock.advance(by: 3)
        round = try await store.apply(
            event(action, round, milliseconds: 2_000), round: round.id, player: player
        ).round
    }

    private mutating func event(
        _ action: RoundEvent.Action, _ round: Round, milliseconds: Int
    ) -> RoundEvent {
        RoundEvent(
            id: name(), question: round.current?.id ?? "", presentation: round.presentation,
            action: action, elapsedMilliseconds: milliseconds)
    }

    /// Plays a round of Facial Fun: easy faces succeed sooner than hard ones, and more with each
    /// round.
    private mutating func makeFaces(
        _ player: PlayerID, _ digest: SessionDigest
    ) async throws(StoreError) {
        let emotions = FaceRound.easyToHard.filter { $0 != .contempt }
        let level = min(5, 1 + Int(skill * 4))
        var round = try await store.beginFaceRound(
            FaceRound(
                id: name(), level: level,
                offered: Dictionary(uniqueKeysWithValues: (1...5).map { ($0, Set(emotions)) }),
                mixingSeed: learner.generator.next()), player: player)
        while let target = round.current {
            clock.advance(by: 9)
            let rank = Double(emotions.firstIndex(of: target.emotion) ?? 0)
            let draw = learner.generator.fraction()
            let progress = min(1, max(0, skill + 0.75 - 0.09 * rank - 0.45 * draw))
            let isMade = progress > 0.62
            let action: FaceEvent.Action =
                draw > 0.97
                ? .skip
                : draw > 0.9
                    ? .seen
                    : .judged(
                        .init(
                            isMade ? .matched : .notYet, mode: draw < 0.3 ? .tap : .hold,
                            progress: isMade ? 1 : progress, score: progress * 0.95,
                            hints: isMade ? 0 : 1))
            round = try await store.apply(
                FaceEvent(
                    id: name(), showing: round.showing, action: action, elapsedMilliseconds: 9_000),
                faceRound: round.id, player: player
            ).round
            _ = try await store.session(digest)
        }
        skill = min(0.9, skill + 0.03)
    }

    private mutating func name() -> UUID {
        let (high, low) = (learner.generator.next(), learner.generator.next())
        func byte(_ word: UInt64, _ index: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: word >> UInt64(8 * index))
        }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4),
                byte(high, 5), byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1),
                byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
            ))
    }
}
