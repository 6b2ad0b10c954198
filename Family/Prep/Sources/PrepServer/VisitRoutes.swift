import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import PrepRules

/// Visits to experiences with their ratings, and each member's preferences.
struct VisitStore: Sendable {
    struct Visit: Codable, Sendable {
        let id: String
        let member: Int64
        let experience: String
        let step: Int
        let started: Date
        let before: Int?
        let after: Int?
        let finished: Bool
        let tooMuch: Int

        init(_ row: Row) {
            id = row["id"]
            member = row["member"]
            experience = row["experience"]
            step = row["step"]
            started = Date(timeIntervalSince1970: Double(row["started"] as Int64))
            before = row["before"]
            after = row["after"]
            finished = row["finished"]
            tooMuch = row["too_much"]
        }
    }

    /// Maximum number of visits per member.
    ///
    /// Older ones are deleted.
    static let mostOfMember = 5000

    let database: any FamilyDatabase
    let now: @Sendable () -> Date

    /// Starts a visit.
    ///
    /// Its step counts the member's visits to the experience.
    func begin(_ experience: String, before: Int?, by member: PrepMember) async throws -> Visit {
        let moment = Int64(now().timeIntervalSince1970)
        return try await database.write { db in
            let id = UUID().text
            try db.execute(
                sql: """
                    INSERT INTO prep_visit (id, household, member, experience, step, started, before)
                    SELECT ?, ?, ?, ?, 1 + coalesce(max(step), 0), ?, ? FROM prep_visit
                    WHERE member = ? AND experience = ?
                    """,
                arguments: [
                    id, member.household, member.member, experience, moment, before, member.member,
                    experience,
                ])
            try db.execute(
                sql: """
                    DELETE FROM prep_visit WHERE id IN (
                        SELECT id FROM prep_visit WHERE member = ?
                        ORDER BY started DESC, step DESC LIMIT -1 OFFSET ?)
                    """, arguments: [member.member, Self.mostOfMember])
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT * FROM prep_visit WHERE id = ?", arguments: [id])
            else { throw WireError.notFound }
            return Visit(row)
        }
    }

    /// Stores the result of a member's visit.
    ///
    /// - Throws: `not_found` if the visit is unknown or another member's.
    func end(
        _ id: String, after: Int?, finished: Bool, tooMuch: Int, by member: PrepMember
    ) async throws {
        try await database.write { db in
            try db.execute(
                sql: """
                    UPDATE prep_visit SET after = ?, finished = ?, too_much = ?
                    WHERE id = ? AND household = ? AND member = ?
                    """,
                arguments: [after, finished, tooMuch, id, member.household, member.member])
            guard db.changesCount == 1 else { throw WireError.notFound }
        }
    }

    /// The visits of a household, oldest first.
    func all(of household: Int64, experience: String?) async throws -> [Visit] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM prep_visit
                    WHERE household = ? AND (experience = ? OR ? IS NULL) ORDER BY started, step
                    """, arguments: [household, experience, experience]
            ).map(Visit.init)
        }
    }

    func visits(of member: Int64) async throws -> [Visit] {
        try await database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM prep_visit WHERE member = ? ORDER BY started, step",
                arguments: [member]
            ).map(Visit.init)
        }
    }

    /// Deletes the visits and preferences of a member.
    func deleteAll(of member: Int64) async throws {
        try await database.erase { db in
            for table in ["prep_visit", "prep_preference"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE member = ?", arguments: [member])
            }
        }
    }

    /// Whether the view turns only by swiping, not by device motion.
    func isSwipeOnly(_ member: Int64) async throws -> Bool? {
        try await database.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT swipe_only FROM prep_preference WHERE member = ?",
                arguments: [member])
        }
    }

    func setSwipeOnly(_ isOn: Bool, for member: Int64) async throws {
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO prep_preference VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET swipe_only = excluded.swipe_only
                    """, arguments: [member, isOn])
        }
    }
}

/// Routes for visits and preferences.
struct VisitRoutes: Sendable {
    let app: PrepApp

    func add(to routes: AppRoutes) {
        routes.member.post("api/visits", use: begin)
        routes.member.patch("api/visits/{id}", use: end)
        routes.parent.get("api/visits", use: list)
        routes.member.get("api/preferences", use: preferences)
        routes.member.put("api/preferences", use: setPreferences)
    }

    private struct BeginVisitRequest: Decodable {
        let experience: UUID
        let before: Int?
    }

    private struct EndVisitRequest: Decodable {
        let after: Int?
        let finished: Bool?
        let tooMuch: Int?
    }

    private struct Preferences: Codable {
        let swipeOnly: Bool
    }

    private func begin(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let member = try context.prepMember()
        let visit = try await WireJSON.read(
            BeginVisitRequest.self, from: request, context: context)
        try Self.check(visit.before, "before")
        let id = visit.experience.text
        if app.bundled.experience(id) == nil {
            _ = try await app.experiences.experience(id, of: member.household)
        }
        return try WireJSON.response(
            try await app.visits.begin(id, before: visit.before, by: member), status: .created)
    }

    private func end(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let member = try context.prepMember()
        let id = try context.identifier()
        let visit = try await WireJSON.read(EndVisitRequest.self, from: request, context: context)
        try Self.check(visit.after, "after")
        guard (0...1000).contains(visit.tooMuch ?? 0) else {
            throw WireError(.unprocessableContent, "out_of_range", "tooMuch must be 0 to 1000.")
        }
        try await app.visits.end(
            id, after: visit.after, finished: visit.finished ?? false,
            tooMuch: visit.tooMuch ?? 0, by: member)
        return Response(status: .noContent)
    }

    private static func check(_ feeling: Int?, _ name: String) throws {
        guard feeling.map((1...5).contains) ?? true else {
            throw WireError(
                .unprocessableContent, "out_of_range", "\(name) must be 1 to 5, or null.")
        }
    }

    private func list(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try WireJSON.response(
            try await app.visits.all(
                of: try context.prepMember().household,
                experience: request.uri.queryParameters["experience"].map { $0.lowercased() }))
    }

    private func preferences(_ request: Request, _ context: FamilyContext) async throws -> Response
    {
        let isOn = try await app.visits.isSwipeOnly(try context.prepMember().member)
        return try WireJSON.response(Preferences(swipeOnly: isOn ?? true))
    }

    private func setPreferences(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        let member = try context.prepMember().member
        let preferences = try await WireJSON.read(
            Preferences.self, from: request, context: context)
        try await app.visits.setSwipeOnly(preferences.swipeOnly, for: member)
        return try WireJSON.response(preferences)
    }
}
