package import FamilyStore
import Foundation
import GRDB

extension AccountStore {
    /// Begins a session.
    ///
    /// If no login is given, it uses the household's first one.
    ///
    /// - Parameters:
    ///   - digest: The digest of the session's token.
    ///   - account: The household.
    ///   - login: The login; nil for the household's first one.
    ///   - player: The player; nil in a practice without clients.
    ///   - isChild: Whether a child signed in without typing: the session has the permissions of a
    ///     child, and cannot switch to another player.
    /// - Returns: The session.
    /// - Throws: ``StoreError`` with `notFound` if the player does not belong to the account, or
    ///   there is none although the account has one.
    package func createSession(
        _ digest: SessionDigest, account: AccountID, login: LoginID? = nil, player: PlayerID?,
        isChild: Bool = false
    ) async throws(StoreError) -> Session {
        let now = database.now
        let day = database.dayNumber(of: now)
        return try await database.write { db in
            let owner = try Self.requireAccount(account, login: login, db)
            return try Self.beginSession(
                digest, owner, player: player, device: nil, isChild: isChild, day: day, now, db)
        }
    }

    static func beginSession(
        _ digest: SessionDigest, _ owner: Account, player child: PlayerID?, device: Int64?,
        isChild: Bool = false, day: Int, _ now: Date, _ db: Database
    ) throws -> Session {
        let isClientless = owner.kind == .practice && owner.players.isEmpty
        guard child.map({ owner.player($0) != nil }) ?? isClientless else {
            throw StoreError(.notFound, "This account has no such child.")
        }
        let player = child ?? PlayerID(rawValue: owner.member.rawValue)
        try db.execute(
            sql: """
                INSERT INTO session (
                    digest, household, login, device, member, created_at, last_seen_at, is_child)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                digest.bytes, owner.id.rawValue, owner.login.rawValue, device, player.rawValue,
                now.milliseconds, now.milliseconds, isChild,
            ])
        try db.execute(
            sql: """
                DELETE FROM session WHERE household = ?1 AND digest <> ?2 AND digest NOT IN (
                    SELECT digest FROM session WHERE household = ?1 AND digest <> ?2
                    ORDER BY last_seen_at DESC LIMIT ?3)
                """,
            arguments: [owner.id.rawValue, digest.bytes, Session.mostOfHousehold - 1])
        if child != nil { try sessionDidBegin(digest, of: player, day: day, at: now, db) }
        return Session(
            account: owner.id, login: owner.login, role: isChild ? .child : owner.role,
            device: device, player: player, hasChild: child != nil, createdAt: now,
            lastSeenAt: now, parentUntil: nil,
            termsVersion: owner.termsVersion, appChoices: try EnabledApps.choices(of: player, db))
    }

    /// The session of a token, kept alive if the request shows activity; nil if it does not exist
    /// or has expired.
    ///
    /// Writes only every ``Session/touchInterval`` seconds, and when a page is hidden or shown
    /// again.
    package func session(
        _ digest: SessionDigest, activity: SessionActivity = .active
    ) async throws(StoreError) -> Session? {
        let now = database.now
        let found = try await database.read { db in try StoredSession.fetch(digest, now, db) }
        guard let found, !found.isExpired(now) else { return nil }
        guard found.updatesLastSeen(activity, now) else { return found.session }
        return try await database.write { db in
            // Read again, because the session may have ended meanwhile.
            guard let found = try StoredSession.fetch(digest, now, db), !found.isExpired(now) else {
                return nil
            }
            try found.touch(activity, in: Self.self, now, db)
            return try StoredSession.fetch(digest, now, db)?.session
        }
    }

    /// Ends a session; does nothing if there is none.
    package func endSession(_ digest: SessionDigest) async throws(StoreError) {
        let now = database.now
        try await database.write { db in
            guard let found = try StoredSession.fetch(digest, now, db) else { return }
            if !found.isExpired(now) { try found.countTime(in: Self.self, now, db) }
            try db.execute(sql: "DELETE FROM session WHERE digest = ?", arguments: [digest.bytes])
        }
    }

    /// Switches a session to another player of the account and closes the parent's part.
    ///
    /// A child who signed in can play only as itself.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the session or the player does not exist.
    package func switchPlayer(
        _ digest: SessionDigest, to player: PlayerID
    ) async throws(StoreError) -> Session {
        let now = database.now
        let day = database.dayNumber(of: now)
        return try await database.write { db in
            guard let found = try StoredSession.fetch(digest, now, db), !found.isExpired(now),
                case let owner = try Self.requireAccount(
                    found.session.account, login: found.session.login, db),
                owner.player(player) != nil,
                found.session.role != .child || found.session.player == player
            else { throw StoreError(.notFound, "This account has no such child.") }
            try found.countTime(in: Self.self, now, db)
            try db.execute(
                sql: """
                    UPDATE session SET member = ?, last_seen_at = ?, hidden = 0, parent_until = NULL
                    WHERE digest = ?
                    """,
                arguments: [player.rawValue, now.milliseconds, digest.bytes])
            try Self.sessionDidBegin(digest, of: player, day: day, at: now, db)
            return Session(
                account: owner.id, login: owner.login, role: found.session.role,
                device: found.session.device, player: player, hasChild: true,
                createdAt: found.session.createdAt, lastSeenAt: now, parentUntil: nil,
                termsVersion: found.session.termsVersion,
                appChoices: try EnabledApps.choices(of: player, db))
        }
    }

    /// Opens the parent's part of a session for ``Session/parentSeconds`` from now.
    ///
    /// - Returns: The updated session; nil if it does not exist or has expired.
    package func openParentPart(_ digest: SessionDigest) async throws(StoreError) -> Session? {
        let now = database.now
        let until = now.addingTimeInterval(Session.parentSeconds)
        return try await database.write { db in
            guard let found = try StoredSession.fetch(digest, now, db), !found.isExpired(now) else {
                return nil
            }
            try db.execute(
                sql: "UPDATE session SET parent_until = ? WHERE digest = ?",
                arguments: [until.milliseconds, digest.bytes])
            return try StoredSession.fetch(digest, now, db)?.session
        }
    }

    /// Closes the parent's part of a session; does nothing if it is closed.
    package func closeParentPart(_ digest: SessionDigest) async throws(StoreError) {
        try await database.write { db in
            try db.execute(
                sql: "UPDATE session SET parent_until = NULL WHERE digest = ?",
                arguments: [digest.bytes])
        }
    }

    /// Deletes expired sessions.
    ///
    /// - Returns: The number of deleted sessions.
    @discardableResult
    package func purgeSessions() async throws(StoreError) -> Int {
        let now = database.now
        return try await database.write { db in
            try db.execute(
                sql: "DELETE FROM session WHERE last_seen_at <= ? OR created_at <= ?",
                arguments: [
                    now.addingTimeInterval(-Session.idleLimit).milliseconds,
                    now.addingTimeInterval(-Session.lifetime).milliseconds,
                ])
            return db.changesCount
        }
    }
}

/// A session's row.
private struct StoredSession {
    let digest: SessionDigest
    let session: Session
    let isHidden: Bool

    static func fetch(
        _ digest: SessionDigest, _ now: Date, _ db: Database
    ) throws -> StoredSession? {
        guard
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT session.*, terms_version, member.role,
                        player.role = 'child' AS has_child
                    FROM session
                    JOIN household ON household.id = session.household
                    JOIN login ON login.id = session.login
                    JOIN member ON member.id = login.member
                    JOIN member AS player ON player.id = session.member
                    WHERE digest = ?
                    """, arguments: [digest.bytes])
        else { return nil }
        guard let member = MemberRole(rawValue: row["role"]) else {
            throw StoreError(
                .damaged, "The role of a member is unknown. Run `facialfun-family doctor`.")
        }
        let role: MemberRole = row["is_child"] ? .child : member
        let parentUntil = (row["parent_until"] as Int64?).map(Date.init(milliseconds:))
        return StoredSession(
            digest: digest,
            session: Session(
                account: AccountID(rawValue: row["household"]),
                login: LoginID(rawValue: row["login"]), role: role, device: row["device"],
                player: PlayerID(rawValue: row["member"]), hasChild: row["has_child"],
                createdAt: Date(milliseconds: row["created_at"]),
                lastSeenAt: Date(milliseconds: row["last_seen_at"]),
                parentUntil: parentUntil.flatMap { until in
                    // Otherwise a clock that was set back would extend the validity.
                    now < until && until.timeIntervalSince(now) <= Session.parentSeconds
                        ? until : nil
                }, termsVersion: row["terms_version"],
                appChoices: try EnabledApps.choices(
                    of: PlayerID(rawValue: row["member"]), db)),
            isHidden: row["hidden"])
    }

    func isExpired(_ now: Date) -> Bool {
        now.timeIntervalSince(session.lastSeenAt) >= Session.idleLimit
            || now.timeIntervalSince(session.createdAt) >= Session.lifetime
    }

    func updatesLastSeen(_ activity: SessionActivity, _ now: Date) -> Bool {
        switch activity {
        case .none: false
        // Hiding a page is an activity; staying hidden is none and does not keep the session alive.
        case .hidden: !isHidden
        case .active:
            isHidden || now.timeIntervalSince(session.lastSeenAt) >= Session.touchInterval
        }
    }

    /// Stores an activity and counts the time since the last one.
    func touch(
        _ activity: SessionActivity, in store: (some AccountStore).Type, _ now: Date,
        _ db: Database
    ) throws {
        try countTime(in: store, now, db)
        try db.execute(
            sql: "UPDATE session SET last_seen_at = ?, hidden = ? WHERE digest = ?",
            arguments: [
                max(now, session.lastSeenAt).milliseconds, activity == .hidden, digest.bytes,
            ])
    }

    /// Adds the time since the last activity if it counts as use.
    func countTime(in store: (some AccountStore).Type, _ now: Date, _ db: Database) throws {
        let pause = now.timeIntervalSince(session.lastSeenAt)
        let counts = !isHidden && pause > 0 && pause <= Session.longestPause
        try store.sessionWasUsed(
            digest,
            milliseconds: counts ? now.milliseconds - session.lastSeenAt.milliseconds : 0,
            at: now, db)
    }
}
