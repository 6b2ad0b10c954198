public import Foundation
import GRDB
public import TrainerRules

extension TrainerStore {
    /// How long a round that is over can still be asked for, in seconds: an answer that was sent
    /// twice finds it.
    static let finishedRoundSeconds: Double = 24 * 60 * 60
    /// The most rounds that a child begins on a day, of all levels, and as many of Facial Fun.
    public static let mostRoundsOfDay = 2_000
    /// The number of events of a round beyond which tips and repetitions are no longer stored.
    static let mostNotesOfRound = 1_000

    /// Begins a round, or takes up the one of that level that is unfinished.
    ///
    /// Two tabs that begin at once get the same round. A round that can no longer be read (its form
    /// is of another version) is closed, its answers stay.
    ///
    /// - Returns: the round to play: the given one, or the unfinished one.
    /// - Throws: ``StoreError`` with `notFound` where there is no such player, `tooManyRounds` where it
    ///   has begun ``mostRoundsOfDay`` today.
    public func beginRound(_ round: Round, player: PlayerID) async throws(StoreError) -> Round {
        let now = now
        let day = day(of: now).number
        return try await write { db in
            if let stored = try StoredRound.fetchUnfinished(level: round.level, player: player, db)
            {
                if let round = stored.round { return round }
                try stored.close(now, db)
            }
            try Self.forgetFinishedRounds(of: player, level: round.level, now, db)
            try Self.requirePlayer(player, db)
            try Self.holdToRounds(of: day, in: "round", player, db)
            var round = round
            try OwnQuestionRows.withdrawMissing(from: &round, player: player, db)
            try db.execute(
                sql: """
                    INSERT INTO round (
                        name, player, level, day, started_at, last_at, finished_at, revision, state)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    round.id.bytes, player.rawValue, round.level.description, day,
                    now.milliseconds, now.milliseconds, round.isFinished ? now.milliseconds : nil,
                    round.revision, try JSON.text(round),
                ])
            return round
        }
    }

    /// The round of a level that waits to be taken up again; nil where there is none.
    public func unfinishedRound(
        player: PlayerID, level: PlayedLevel
    ) async throws(StoreError) -> Round? {
        try await read { db in
            try StoredRound.fetchUnfinished(level: level, player: player, db)?.round
        }
    }

    /// The round of a name; nil where there is none, it is another player's, or it has been over for
    /// a day.
    public func round(_ name: UUID, player: PlayerID) async throws(StoreError) -> Round? {
        try await read { db in try StoredRound.fetch(name, player: player, db)?.round }
    }

    /// Plays on by one event, and stores it with all that is counted of it, in one transaction.
    ///
    /// When this returns, the event is on the disk. An event that was stored before gets its outcome
    /// again and counts once. What the rules ignore is not stored. A time on the screen beyond its
    /// range counts as the range's end.
    ///
    /// - Throws: ``StoreError`` with `notFound` as ``round(_:player:)`` gives nil.
    /// - Complexity: a few pages, however many answers there are.
    public func apply(
        _ event: RoundEvent, round name: UUID, player: PlayerID
    ) async throws(StoreError) -> AppliedEvent {
        let now = now
        let day = day(of: now)
        return try await write { db in
            guard let stored = try StoredRound.fetch(name, player: player, db),
                let before = stored.round
            else { throw StoreError(.notFound, "The player has no such round.") }
            if let outcome = try Self.storedOutcome(event.id, round: stored.id, db) {
                return AppliedEvent(outcome: outcome, round: before, isRepeated: true)
            }
            var round = before
            let outcome = round.apply(event)
            if outcome == .noted, before.revision >= Self.mostNotesOfRound {
                return AppliedEvent(outcome: outcome, round: before, isRepeated: false)
            }
            if let word = outcome.word, let item = before.current {
                let counted = CountedEvent(
                    event: event, outcome: outcome, word: word, item: item, before: before,
                    after: round, player: player, at: now, day: day)
                try stored.store(counted, db)
                try counted.count(startedOn: stored.day, db)
            }
            return AppliedEvent(outcome: outcome, round: round, isRepeated: false)
        }
    }

    static func requirePlayer(_ player: PlayerID, _ db: Database) throws {
        let exists = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM member WHERE id = ?)",
            arguments: [player.rawValue])
        guard exists == true else { throw StoreError(.notFound, "There is no such player.") }
    }

    /// Holds a player to the rounds of a day.
    ///
    /// - Throws: ``StoreError`` with `tooManyRounds`.
    static func holdToRounds(
        of day: Int, in table: String, _ player: PlayerID, _ db: Database
    ) throws {
        let count = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM \(table) WHERE player = ? AND day = ?",
            arguments: [player.rawValue, day])
        guard count ?? 0 < mostRoundsOfDay else {
            throw StoreError(
                .tooManyRounds,
                "A child begins at most \(mostRoundsOfDay) rounds a day. Play on tomorrow.")
        }
    }

    private static func storedOutcome(
        _ event: UUID, round: Int64, _ db: Database
    ) throws -> RoundOutcome? {
        let statement = try db.cachedStatement(
            sql: "SELECT outcome FROM answer WHERE round = ? AND event = ?")
        guard let word = try String.fetchOne(statement, arguments: [round, event.bytes]) else {
            return nil
        }
        guard let outcome = RoundOutcome(word: word) else {
            throw StoreError(
                .damaged,
                "An answer has the outcome \"\(word)\", which there is not. Run `facialfun-family doctor`."
            )
        }
        return outcome
    }

    /// Lets the states of rounds go that are over and asked for no more; their answers stay.
    private static func forgetFinishedRounds(
        of player: PlayerID, level: PlayedLevel, _ now: Date, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE round SET state = NULL
                WHERE player = ? AND level = ? AND finished_at < ? AND state IS NOT NULL
                """,
            arguments: [
                player.rawValue, level.description,
                now.addingTimeInterval(-finishedRoundSeconds).milliseconds,
            ])
    }
}

extension UUID {
    /// The 16 bytes: the form in the database.
    var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }
}
