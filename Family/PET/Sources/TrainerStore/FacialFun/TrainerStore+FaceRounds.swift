public import FacialFunWire
public import FamilyAccounts
public import FamilyStore
public import Foundation
import GRDB
public import TrainerRules

/// The result of a Facial Fun event and the round after it.
public struct AppliedFaceEvent: Hashable, Sendable {
    /// The result; a repeated event gets the same one.
    public var outcome: FaceOutcome
    /// The current round.
    public var round: FaceRound
    /// Whether the event had been stored before.
    public var isRepeated: Bool
}

extension TrainerStore {
    /// Begins a round of Facial Fun, or resumes the unfinished one of that level.
    ///
    /// - Returns: The round to play: the given one or the unfinished one.
    /// - Throws: ``StoreError`` with `notFound` for an unknown player, `tooManyRounds` after
    ///   ``mostRoundsOfDay`` rounds today.
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
            try Self.checkDailyRounds(of: day, in: "face_round", player, db)
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

    /// A round by name; nil if it does not exist, is another player's, or ended more than a day
    /// ago.
    public func faceRound(_ name: UUID, player: PlayerID) async throws(StoreError) -> FaceRound? {
        try await read { db in try StoredFaceRound.fetch(name, player: player, db)?.round }
    }

    /// The number of Facial Fun rounds that a player finished at a level.
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

    /// Applies one event and stores it with its results and all counts in one transaction.
    ///
    /// A repeated event gets the same result and counts once. Ignored and unjudged events are not
    /// stored.
    ///
    /// - Throws: ``StoreError`` with `notFound` if ``faceRound(_:player:)`` returns nil.
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
                if round.isFinished {
                    try RunningSitting.noteFaceRound(player, db)
                    if Plant.grows(after: round) {
                        try Self.grow(.faces, of: player, on: day, db)
                    }
                }
            }
            return AppliedFaceEvent(outcome: step.outcome, round: round, isRepeated: false)
        }
    }

    /// Removes emotions from a running round; see `FaceRound.removeTargets(_:)`.
    ///
    /// - Returns: The updated round.
    /// - Throws: ``StoreError`` with `notFound` if ``faceRound(_:player:)`` returns nil.
    public func removeTargets(
        _ emotions: Set<Emotion>, ofFaceRound name: UUID, player: PlayerID
    ) async throws(StoreError) -> FaceRound {
        let now = now
        return try await write { db in
            guard let stored = try StoredFaceRound.fetch(name, player: player, db),
                var round = stored.round
            else { throw StoreError(.notFound, "The player has no such round.") }
            guard round.removeTargets(emotions) else { return round }
            try stored.store(round, at: now, db)
            // A round counts for the sitting once one of its events was stored.
            if Plant.grows(after: round) {
                try RunningSitting.noteFaceRound(player, db)
                try Self.grow(.faces, of: player, on: self.day(of: now), db)
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
