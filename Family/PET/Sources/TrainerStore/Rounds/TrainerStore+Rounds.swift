public import FamilyAccounts
public import FamilyStore
public import Foundation
import GRDB
public import TrainerRules

extension TrainerStore {
    /// Time in seconds during which a finished round can be read, for repeated requests.
    static let finishedRoundSeconds: Double = 24 * 60 * 60
    /// Maximum number of rounds a child may begin on a day, over all levels; Facial Fun has the
    /// same limit.
    public static let mostRoundsOfDay = 2_000
    /// The number of events of a round after which tips and repeated prompts are no longer stored.
    static let mostNotesOfRound = 1_000

    /// Begins a round, or resumes the unfinished one of that level.
    ///
    /// Two tabs that begin at once get the same round. A round in the format of another version is
    /// closed; its answers stay.
    ///
    /// - Returns: The round to play: the given one or the unfinished one.
    /// - Throws: ``StoreError`` with `notFound` for an unknown player, `tooManyRounds` after
    ///   ``mostRoundsOfDay`` rounds today.
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
            try Self.checkDailyRounds(of: day, in: "round", player, db)
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

    /// The unfinished round of a level; nil if there is none.
    public func unfinishedRound(
        player: PlayerID, level: PlayedLevel
    ) async throws(StoreError) -> Round? {
        try await read { db in
            try StoredRound.fetchUnfinished(level: level, player: player, db)?.round
        }
    }

    /// A round by name; nil if it does not exist, is another player's, or ended more than a day
    /// ago.
    public func round(_ name: UUID, player: PlayerID) async throws(StoreError) -> Round? {
        try await read { db in try StoredRound.fetch(name, player: player, db)?.round }
    }

    /// Applies one event and stores it with all its counts in one transaction.
    ///
    /// When this returns, the event is on the disk. A repeated event gets the same result and
    /// counts once. Ignored events are not stored. A time on the screen is clamped to its range.
    ///
    /// - Throws: ``StoreError`` with `notFound` if ``round(_:player:)`` returns nil.
    /// - Complexity: a few pages, independent of the number of answers.
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
        guard exists == true else { throw StoreError(.notFound, "There is no such child.") }
    }

    /// Enforces the daily limit of rounds.
    ///
    /// - Throws: ``StoreError`` with `tooManyRounds`.
    static func checkDailyRounds(
        of day: Int, in table: String, _ player: PlayerID, _ db: Database
    ) throws {
        let count = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM \(table) WHERE player = ? AND day = ?",
            arguments: [player.rawValue, day])
        guard count ?? 0 < mostRoundsOfDay else {
            throw StoreError(
                .tooManyRounds,
                "A child can begin at most \(mostRoundsOfDay) rounds per day. Continue tomorrow.")
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
                "An answer has the unknown outcome \"\(word)\". Run `facialfun-family doctor`."
            )
        }
        return outcome
    }

    /// Drops the states of rounds that ended more than a day ago; their answers stay.
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
    /// The 16 bytes stored in the database.
    var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }
}
