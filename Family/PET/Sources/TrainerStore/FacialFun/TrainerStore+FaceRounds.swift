public import FacialFunWire
public import Foundation
import GRDB
public import TrainerRules

/// What became of an event of Facial Fun, and how the round stands after it.
public struct AppliedFaceEvent: Hashable, Sendable {
    /// What the rules said; the same again for an event that comes again.
    public var outcome: FaceOutcome
    /// The round as it stands now.
    public var round: FaceRound
    /// Whether the event had been stored before.
    public var isRepeated: Bool
}

extension TrainerStore {
    /// Begins a round of Facial Fun, or takes up the one of that level that is unfinished.
    ///
    /// - Returns: the round to play: the given one, or the unfinished one.
    /// - Throws: ``StoreError`` with `notFound` where there is no such player, `tooManyRounds` where it
    ///   has begun ``mostRoundsOfDay`` today.
    public func beginFaceRound(
        _ round: FaceRound, player: PlayerID
    ) async throws(StoreError) -> FaceRound {
        let now = now
        let day = day(of: now).number
        return try await write { db in
            if let stored = try StoredFaceRound.fetchUnfinished(
                level: round.level, player: player, db)
            {
                if let round = stored.round { return round }
                try stored.close(now, db)
            }
            try StoredFaceRound.forgetFinished(of: player, now, db)
            try Self.requirePlayer(player, db)
            try Self.holdToRounds(of: day, in: "face_round", player, db)
            try db.execute(
                sql: """
                    INSERT INTO face_round (
                        name, player, level, day, started_at, last_at, finished_at, revision, state)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    round.id.bytes, player.rawValue, round.level, day, now.milliseconds,
                    now.milliseconds, round.isFinished ? now.milliseconds : nil, round.revision,
                    try JSON.text(round),
                ])
            return round
        }
    }

    /// The round of a name; nil where there is none, it is another player's, or it has been over for
    /// a day.
    public func faceRound(_ name: UUID, player: PlayerID) async throws(StoreError) -> FaceRound? {
        try await read { db in try StoredFaceRound.fetch(name, player: player, db)?.round }
    }

    /// How many rounds of Facial Fun a player has played to the end at a level.
    public func completedFaceRounds(
        player: PlayerID, level: Int
    ) async throws(StoreError) -> Int {
        try await read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM face_round
                    WHERE player = ? AND level = ? AND finished_at IS NOT NULL AND revision > 0
                    """, arguments: [player.rawValue, level]) ?? 0
        }
    }

    /// Plays on by one event, and stores it with what ended and all that is counted, in one
    /// transaction.
    ///
    /// An event that was stored before gets its outcome again and counts once. What the rules ignore,
    /// and what could not be judged, is not stored.
    ///
    /// - Throws: ``StoreError`` with `notFound` as ``faceRound(_:player:)`` gives nil.
    public func apply(
        _ event: FaceEvent, faceRound name: UUID, player: PlayerID
    ) async throws(StoreError) -> AppliedFaceEvent {
        let now = now
        let day = day(of: now)
        return try await write { db in
            guard let stored = try StoredFaceRound.fetch(name, player: player, db),
                let before = stored.round
            else { throw StoreError(.notFound, "The player has no such round.") }
            if let outcome = try stored.outcome(of: event.id, db) {
                return AppliedFaceEvent(outcome: outcome, round: before, isRepeated: true)
            }
            var round = before
            let step = round.apply(event)
            if let word = step.outcome.word {
                try stored.store(event, word: word, step: step, after: round, at: now, db)
                if let result = step.result {
                    try stored.store(result, showing: event.showing, at: now, db)
                    try Self.count(result, player: player, day: day, db)
                    try PortalRows.count(result, of: player, at: now, db)
                }
                if round.isFinished { try RunningSitting.noteFaceRound(player, db) }
            }
            return AppliedFaceEvent(outcome: step.outcome, round: round, isRepeated: false)
        }
    }

    /// Takes emotions out of a round that goes on; see `FaceRound.leaveOut(_:)`.
    ///
    /// - Returns: the round as it stands then.
    /// - Throws: ``StoreError`` with `notFound` as ``faceRound(_:player:)`` gives nil.
    public func leaveOut(
        _ emotions: Set<Emotion>, ofFaceRound name: UUID, player: PlayerID
    ) async throws(StoreError) -> FaceRound {
        let now = now
        return try await write { db in
            guard let stored = try StoredFaceRound.fetch(name, player: player, db),
                var round = stored.round
            else { throw StoreError(.notFound, "The player has no such round.") }
            guard round.leaveOut(emotions) else { return round }
            try stored.store(round, at: now, db)
            // A round of which something was played is one that the sitting had.
            if round.isFinished, round.matched + round.seen > 0 {
                try RunningSitting.noteFaceRound(player, db)
            }
            return round
        }
    }

    private static func count(
        _ result: FaceResult, player: PlayerID, day: Day, _ db: Database
    ) throws {
        var row = FaceDay(day: day, emotion: result.target, level: result.levelAsked)
        row.count(result)
        let statement = try db.cachedStatement(sql: FaceDayColumns.adding)
        try statement.execute(
            arguments: [player.rawValue, day.number, result.levelAsked, result.target.rawValue]
                + StatementArguments(FaceDay.counts.map { row[keyPath: $0] }))
    }
}
