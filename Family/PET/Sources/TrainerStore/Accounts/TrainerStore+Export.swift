public import FamilyAccounts
public import FamilyStore
import Foundation
import GRDB
import TrainerRules

extension TrainerStore {
    /// All data of an account in one snapshot; ``writeExport(_:isPretty:to:)`` adds the bytes of
    /// pictures and recordings.
    ///
    /// - Throws: ``StoreError`` with `notFound`.
    /// - Complexity: O(n) in the account's answers.
    public func export(_ id: AccountID) async throws(StoreError) -> AccountExport {
        let now = now
        return try await read { db in
            let account = try Self.requireAccount(id, db)
            return AccountExport(
                version: 1, exportedAt: now, account: account,
                members: try Self.fetchMembers(id, db), devices: try Self.fetchDevices(id, db),
                invitations: try Self.fetchInvitations(id, now, db),
                childSignIns: try Self.fetchChildSignIns(id, db),
                agreements: try Self.fetchAgreements(id, db),
                consents: try Self.fetchConsents(of: id, now, db),
                shared: try Self.fetchShared(with: id, db),
                players: try account.players.map { try Self.export($0, db) },
                questions: try OwnQuestionRows.all(of: id, db).map(Self.export),
                audit: try Self.fetchAudit(id, most: .max, db))
        }
    }

    /// All data of a child in one snapshot.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the account has no such child.
    /// - Complexity: O(n) in the child's answers.
    public func export(
        player: PlayerID, of account: AccountID
    ) async throws(StoreError) -> AccountExport.PlayerExport {
        try await read { db in
            guard let player = try Self.requireAccount(account, db).player(player) else {
                throw StoreError(.notFound, "This account has no such child.")
            }
            return try Self.export(player, db)
        }
    }

    /// All data of a child with its own questions and log, in one snapshot.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the account has no such child.
    public func exportChild(
        _ id: PlayerID, of account: AccountID
    ) async throws(StoreError) -> AccountExport.ChildExport {
        let now = now
        return try await read { db in
            guard let player = try Self.requireAccount(account, db).player(id) else {
                throw StoreError(.notFound, "This account has no such child.")
            }
            return AccountExport.ChildExport(
                child: try Self.export(player, db), exportedAt: now,
                questions: try OwnQuestionRows.all(of: account, for: id, db)
                    .filter { $0.client == id }.map(Self.export),
                consents: try Self.fetchConsents(of: account, now, db).filter { $0.child == id },
                signIn: try Self.fetchChildSignIns(account, db).first { $0.child == id },
                audit: try Self.fetchAudit(account, most: .max, db).filter { $0.player == id })
        }
    }

    private static func export(_ stored: StoredOwnQuestion) -> AccountExport.QuestionExport {
        AccountExport.QuestionExport(
            question: stored.question, client: stored.client, createdAt: stored.createdAt,
            changedAt: stored.changedAt)
    }

    private static func export(
        _ player: Player, _ db: Database
    ) throws -> AccountExport.PlayerExport {
        AccountExport.PlayerExport(
            player: player, settings: try fetchSettings(of: player.id, db),
            enabledApps: try EnabledApps.choices(of: player.id, db),
            rollUps: try fetchRollUps(player.id, db), rounds: try fetchRounds(of: player.id, db),
            faces: try fetchFaceResults(player.id, db), stickers: try fetchStickers(player.id, db),
            plants: try fetchPlants(player.id, db),
            notes: try fetchNotes(player.id, db), goals: try fetchGoals(player.id, db),
            assignments: try fetchAssignments(player.id, db))
    }

    private static func fetchRounds(
        of player: PlayerID, _ db: Database
    ) throws -> [AccountExport.RoundExport] {
        let rounds = try Row.fetchAll(
            db, sql: "SELECT * FROM round WHERE player = ? ORDER BY id",
            arguments: [player.rawValue])
        return try rounds.map { row in
            guard let id = UUID(bytes: row["name"]), let level = PlayedLevel(row["level"] as String)
            else {
                throw StoreError(
                    .damaged,
                    "The id or level of a round is invalid. Run `facialfun-family doctor`.")
            }
            return AccountExport.RoundExport(
                id: id, level: level, startedAt: Date(milliseconds: row["started_at"]),
                finishedAt: (row["finished_at"] as Int64?).map(Date.init(milliseconds:)),
                answers: try fetchAnswers(round: row["id"], db))
        }
    }

    private static func fetchAnswers(
        round: Int64, _ db: Database
    ) throws -> [AccountExport.AnswerExport] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT answer.*, question.name, question.emotion
                FROM answer JOIN question ON question.id = answer.question
                WHERE round = ? ORDER BY revision
                """)
        return try Row.fetchAll(statement, arguments: [round]).map { row in
            guard let id = UUID(bytes: row["event"]) else {
                throw StoreError(
                    .damaged, "The id of an answer is invalid. Run `facialfun-family doctor`.")
            }
            return AccountExport.AnswerExport(
                id: id, question: row["name"], emotion: row["emotion"], action: row["action"],
                chosen: row["chosen"], outcome: row["outcome"],
                elapsedMilliseconds: row["elapsed_milliseconds"], at: Date(milliseconds: row["at"]))
        }
    }
}

extension UUID {
    /// The name encoded in 16 bytes; nil for another length.
    init?(bytes: Data) {
        guard bytes.count == MemoryLayout<uuid_t>.size else { return nil }
        self.init(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }
}
