import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird

/// Types of activities with their usual tasks: the app's presets, and the family's own.
struct ActivityTypeRoutes: Sendable {
    private static let most = 200

    let services: TogetherServices

    func add(to routes: RouteGroup) {
        routes.get("api/types", use: list)
        routes.post("api/types", use: create)
        routes.put("api/types/{id}", use: change)
        routes.delete("api/types/{id}", use: remove)
    }

    private struct TypeResponse: Encodable {
        let id: String
        let name: String
        let tasks: [String]
        let isPreset: Bool
    }

    private struct TypesResponse: Encodable { let types: [TypeResponse] }

    private struct TypeRequest: Decodable, Sendable {
        struct Before: Decodable, Sendable {
            let name: String
            let tasks: [String]
        }

        let name: String
        let tasks: [String]
        /// If missing, changes by other members are overwritten.
        let before: Before?

        func checked() throws(WireError) -> TypeRequest {
            let name = try TextLimit.name(name, "name")
            guard !name.isEmpty else {
                throw WireError(
                    .unprocessableContent, "missing_name", "Enter a name.",
                    fields: ["name": "missing_name"])
            }
            guard tasks.count <= ActivityRoutes.mostTasks else {
                throw WireError.tooMany("tasks", most: ActivityRoutes.mostTasks)
            }
            var list: [String] = []
            for task in tasks {
                let text = try TextLimit.name(task, "tasks")
                if !text.isEmpty { list.append(text) }
            }
            return TypeRequest(name: name, tasks: list, before: before)
        }

        private init(name: String, tasks: [String], before: Before?) {
            self.name = name
            self.tasks = tasks
            self.before = before
        }
    }

    private func list(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let own = try await services.database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM together_type WHERE household = ? ORDER BY name",
                arguments: [acting.household]
            ).map { row in
                TypeResponse(
                    id: row["id"], name: row["name"],
                    tasks: try Stored.read([String].self, row["tasks"]), isPreset: false)
            }
        }
        let presets = services.notices.catalog.types.map {
            TypeResponse(id: $0.id, name: $0.name, tasks: $0.tasks, isPreset: true)
        }
        return try WireJSON.response(TypesResponse(types: own + presets))
    }

    private func create(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        try acting.requireAdult()
        let input = try await WireJSON.read(TypeRequest.self, from: request, context: context)
            .checked()
        let id = UUID().uuidString.lowercased()
        try await services.database.write { db in
            let count =
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM together_type WHERE household = ?",
                    arguments: [acting.household]) ?? 0
            guard count < Self.most else { throw WireError.tooMany("types", most: Self.most) }
            try Self.checkName(input.name, except: nil, acting.household, db)
            try db.execute(
                sql: "INSERT INTO together_type VALUES (?, ?, ?, ?)",
                arguments: [id, acting.household, input.name, try Stored.json(input.tasks)])
        }
        return try WireJSON.response(
            TypeResponse(id: id, name: input.name, tasks: input.tasks, isPreset: false),
            status: .created)
    }

    private func change(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        try acting.requireAdult()
        let id = try own(context)
        let input = try await WireJSON.read(TypeRequest.self, from: request, context: context)
            .checked()
        try await services.database.write { db in
            try Self.check(input.before, id, acting.household, db)
            try Self.checkName(input.name, except: id, acting.household, db)
            try db.execute(
                sql: "UPDATE together_type SET name = ?, tasks = ? WHERE id = ? AND household = ?",
                arguments: [input.name, try Stored.json(input.tasks), id, acting.household])
            guard db.changesCount == 1 else { throw WireError.notFound }
        }
        return try WireJSON.response(
            TypeResponse(id: id, name: input.name, tasks: input.tasks, isPreset: false))
    }

    /// - Throws: `changed_elsewhere` (409).
    private static func check(
        _ before: TypeRequest.Before?, _ id: String, _ household: Int64, _ db: Database
    ) throws {
        let row = try Row.fetchOne(
            db, sql: "SELECT name, tasks FROM together_type WHERE id = ? AND household = ?",
            arguments: [id, household])
        guard let before, let row else { return }
        let (name, tasks) = (
            row["name"] as String, try Stored.read([String].self, row["tasks"])
        )
        guard before.name != name || before.tasks != tasks else { return }
        throw WireError.changedElsewhere(["name": name, "tasks": tasks.joined(separator: "\n")])
    }

    private func remove(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        try acting.requireAdult()
        let id = try own(context)
        try await services.database.write { db in
            try db.execute(
                sql: "DELETE FROM together_type WHERE id = ? AND household = ?",
                arguments: [id, acting.household])
            guard db.changesCount == 1 else { throw WireError.notFound }
        }
        return Response(status: .noContent)
    }

    private func own(_ context: FamilyContext) throws(WireError) -> String {
        if services.notices.catalog.types.contains(where: { $0.id == context.parameters.get("id") })
        {
            throw WireError(
                .conflict, "preset",
                "This type belongs to the app and cannot be changed. Add your own.")
        }
        return try context.together("id")
    }

    private static func checkName(
        _ name: String, except id: String?, _ household: Int64, _ db: Database
    ) throws {
        let taken = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM together_type WHERE household = ? AND name = ? AND id IS NOT ?)
                """, arguments: [household, name, id])
        guard taken != true else {
            throw WireError(
                .conflict, "name_taken", "There is already a type with this name.",
                fields: ["name": "name_taken"])
        }
    }
}
