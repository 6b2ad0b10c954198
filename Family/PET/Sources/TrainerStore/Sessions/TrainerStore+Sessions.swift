import Foundation
import GRDB
import TrainerRules

extension TrainerStore {
    /// Begins a session and a sitting.
    ///
    /// Without a login it is of the household's first one.
    ///
    /// - Throws: ``StoreError`` with `notFound` where the player is none of the account's.
    public func createSession(
        _ digest: SessionDigest, account: AccountID, login: LoginID? = nil, player: PlayerID
    ) async throws(StoreError) -> Session {
        let now = now
        let day = day(of: now).number
        return try await write { db in
            let owner = try Self.requireAccount(account, login: login, db)
            guard owner.player(player) != nil else {
                throw StoreError(.notFound, "The account has no such player.")
            }
            return try Self.beginSession(
                digest, owner, player: player, device: nil, day: day, now, db)
        }
    }

    static func beginSession(
        _ digest: SessionDigest, _ owner: Account, player: PlayerID, device: Int64?, day: Int,
        _ now: Date, _ db: Database
    ) throws -> Session {
        try db.execute(
            sql: """
                INSERT INTO session (
                    digest, household, login, device, member, created_at, last_seen_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                digest.bytes, owner.id.rawValue, owner.login.rawValue, device, player.rawValue,
                now.milliseconds, now.milliseconds,
            ])
        try db.execute(
            sql: """
                DELETE FROM session WHERE household = ?1 AND digest <> ?2 AND digest NOT IN (
                    SELECT digest FROM session WHERE household = ?1 AND digest <> ?2
                    ORDER BY last_seen_at DESC LIMIT ?3)
                """,
            arguments: [owner.id.rawValue, digest.bytes, Session.mostOfHousehold - 1])
        try beginSitting(of: player, session: digest, day: day, now, db)
        return Session(
            account: owner.id, login: owner.login, role: owner.role, device: device,
            player: player, createdAt: now, lastSeenAt: now, parentUntil: nil,
            termsVersion: owner.termsVersion, appChoices: try fetchEnabledApps(player, db))
    }

    /// The session of a token, kept alive by what the request says; nil where there is none, or
    /// where it has expired.
    ///
    /// Reads only, but every ``Session/touchInterval`` seconds, and when a page is hidden or shown
    /// again.
    public func session(
        _ digest: SessionDigest, activity: SessionActivity = .active
    ) async throws(StoreError) -> Session? {
        let now = now
        let found = try await read { db in try StoredSession.fetch(digest, now, db) }
        guard let found, !found.isExpired(now) else { return nil }
        guard found.isToBeTouched(activity, now) else { return found.session }
        let day = day(of: now).number
        return try await write { db in
            // Read again: it may have ended since.
            guard let found = try StoredSession.fetch(digest, now, db), !found.isExpired(now) else {
                return nil
            }
            try found.touch(activity, day: day, now, db)
            return try StoredSession.fetch(digest, now, db)?.session
        }
    }

    /// Ends a session; nothing happens where there is none.
    public func endSession(_ digest: SessionDigest) async throws(StoreError) {
        let now = now
        try await write { db in
            guard let found = try StoredSession.fetch(digest, now, db) else { return }
            if !found.isExpired(now) { try found.countTime(now, db) }
            try db.execute(sql: "DELETE FROM session WHERE digest = ?", arguments: [digest.bytes])
        }
    }

    /// Lets another player of the same account play on in a session; a new sitting begins, and the
    /// parent's part is closed.
    ///
    /// A child who signed in with an own login plays as itself alone.
    ///
    /// - Throws: ``StoreError`` with `notFound` where there is no session, or no such player in it.
    public func switchPlayer(
        _ digest: SessionDigest, to player: PlayerID
    ) async throws(StoreError) -> Session {
        let now = now
        let day = day(of: now).number
        return try await write { db in
            guard let found = try StoredSession.fetch(digest, now, db), !found.isExpired(now),
                case let owner = try Self.requireAccount(
                    found.session.account, login: found.session.login, db),
                owner.player(player) != nil,
                owner.role != .child || owner.member.rawValue == player.rawValue
            else { throw StoreError(.notFound, "The account has no such player.") }
            try found.countTime(now, db)
            try db.execute(
                sql: """
                    UPDATE session SET member = ?, last_seen_at = ?, hidden = 0, parent_until = NULL
                    WHERE digest = ?
                    """,
                arguments: [player.rawValue, now.milliseconds, digest.bytes])
            try Self.beginSitting(of: player, session: digest, day: day, now, db)
            return Session(
                account: owner.id, login: owner.login, role: owner.role,
                device: found.session.device, player: player, createdAt: found.session.createdAt,
                lastSeenAt: now, parentUntil: nil, termsVersion: found.session.termsVersion,
                appChoices: try Self.fetchEnabledApps(player, db))
        }
    }

    /// Opens the parent's part of a session for ``Session/parentSeconds`` from now.
    ///
    /// - Returns: the session as it is now; nil where there is none, or where it has expired.
    public func openParentPart(_ digest: SessionDigest) async throws(StoreError) -> Session? {
        let now = now
        let until = now.addingTimeInterval(Session.parentSeconds)
        return try await write { db in
            guard let found = try StoredSession.fetch(digest, now, db), !found.isExpired(now) else {
                return nil
            }
            try db.execute(
                sql: "UPDATE session SET parent_until = ? WHERE digest = ?",
                arguments: [until.milliseconds, digest.bytes])
            return try StoredSession.fetch(digest, now, db)?.session
        }
    }

    /// Closes the parent's part of a session; nothing happens where it is closed.
    public func closeParentPart(_ digest: SessionDigest) async throws(StoreError) {
        try await write { db in
            try db.execute(
                sql: "UPDATE session SET parent_until = NULL WHERE digest = ?",
                arguments: [digest.bytes])
        }
    }

    /// Deletes sessions that have expired.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public func purgeSessions() async throws(StoreError) -> Int {
        let now = now
        return try await write { db in
            try db.execute(
                sql: "DELETE FROM session WHERE last_seen_at <= ? OR created_at <= ?",
                arguments: [
                    now.addingTimeInterval(-Session.idleLimit).milliseconds,
                    now.addingTimeInterval(-Session.lifetime).milliseconds,
                ])
            return db.changesCount
        }
    }

    /// Begins a sitting of a player, which becomes the session's.
    static func beginSitting(
        of player: PlayerID, session: SessionDigest, day: Int, _ now: Date, _ db: Database
    ) throws {
        let sitting = try beginSitting(of: player, day: day, now, db)
        try db.execute(
            sql: """
                INSERT INTO session_sitting (session, sitting) VALUES (?1, ?2)
                ON CONFLICT (session) DO UPDATE SET sitting = ?2
                """, arguments: [session.bytes, sitting])
    }

    /// The most sittings of a player on a day; what comes then belongs to the last one.
    static let mostSittingsOfDay = 200

    /// Begins a sitting of a player.
    static func beginSitting(
        of player: PlayerID, day: Int, _ now: Date, _ db: Database
    ) throws -> Int64 {
        let former = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) AS count, max(id) AS last FROM sitting WHERE player = ? AND day = ?
                """,
            arguments: [player.rawValue, day])
        if let former, former["count"] >= mostSittingsOfDay { return former["last"] }
        try db.execute(
            sql: """
                INSERT INTO sitting (player, day, started_at, last_activity_at) VALUES (?, ?, ?, ?)
                """,
            arguments: [player.rawValue, day, now.milliseconds, now.milliseconds])
        return db.lastInsertedRowID
    }
}

/// A session as its row holds it.
private struct StoredSession {
    let digest: SessionDigest
    let session: Session
    let sitting: Int64
    let isHidden: Bool

    static func fetch(
        _ digest: SessionDigest, _ now: Date, _ db: Database
    ) throws -> StoredSession? {
        guard
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT session.*, sitting, terms_version, role
                    FROM session
                    JOIN session_sitting ON session_sitting.session = session.digest
                    JOIN household ON household.id = session.household
                    JOIN login ON login.id = session.login
                    JOIN member ON member.id = login.member
                    WHERE digest = ?
                    """, arguments: [digest.bytes])
        else { return nil }
        guard let role = MemberRole(rawValue: row["role"]) else {
            throw StoreError(.damaged, "A member has no role. Run `facialfun-family doctor`.")
        }
        let parentUntil = (row["parent_until"] as Int64?).map(Date.init(milliseconds:))
        return StoredSession(
            digest: digest,
            session: Session(
                account: AccountID(rawValue: row["household"]),
                login: LoginID(rawValue: row["login"]), role: role, device: row["device"],
                player: PlayerID(rawValue: row["member"]),
                createdAt: Date(milliseconds: row["created_at"]),
                lastSeenAt: Date(milliseconds: row["last_seen_at"]),
                parentUntil: parentUntil.flatMap { until in
                    // A clock that was set back leaves nothing open for longer than it may be.
                    now < until && until.timeIntervalSince(now) <= Session.parentSeconds
                        ? until : nil
                }, termsVersion: row["terms_version"],
                appChoices: try TrainerStore.fetchEnabledApps(
                    PlayerID(rawValue: row["member"]), db)),
            sitting: row["sitting"], isHidden: row["hidden"])
    }

    func isExpired(_ now: Date) -> Bool {
        now.timeIntervalSince(session.lastSeenAt) >= Session.idleLimit
            || now.timeIntervalSince(session.createdAt) >= Session.lifetime
    }

    func isToBeTouched(_ activity: SessionActivity, _ now: Date) -> Bool {
        switch activity {
        case .none: false
        // Hiding is something that a person did; staying hidden is nothing, and keeps nothing alive.
        case .hidden: !isHidden
        case .active:
            isHidden || now.timeIntervalSince(session.lastSeenAt) >= Session.touchInterval
        }
    }

    /// Writes a sign of life down, and counts the time since the last one.
    func touch(_ activity: SessionActivity, day: Int, _ now: Date, _ db: Database) throws {
        try countTime(now, db)
        try db.execute(
            sql: "UPDATE session SET last_seen_at = ?, hidden = ? WHERE digest = ?",
            arguments: [
                max(now, session.lastSeenAt).milliseconds, activity == .hidden, digest.bytes,
            ])
    }

    /// Adds the time since the last sign of life to the sitting, where it was spent in the game.
    func countTime(_ now: Date, _ db: Database) throws {
        let pause = now.timeIntervalSince(session.lastSeenAt)
        let counts = !isHidden && pause > 0 && pause <= Session.longestPause
        try db.execute(
            sql: """
                UPDATE sitting SET milliseconds = milliseconds + ?,
                    last_activity_at = max(last_activity_at, ?)
                WHERE id = ?
                """,
            arguments: [
                counts ? now.milliseconds - session.lastSeenAt.milliseconds : 0, now.milliseconds,
                sitting,
            ])
    }
}
