import FamilyAccounts
import FamilyStore
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TrainerContent
import TrainerRules
import TrainerStore

/// The routes of the family's page: children, notes, stored data, export and deletion.
///
/// All require a parent. Requests for another family's child, note or day get `not_found`.
struct FamilyRoutes {
    let store: TrainerStore
    let content: Content
    let gate: ParentGate
    let parent: ParentRoutes
    /// The apps whose records are deleted with a child.
    let apps: [any FamilyApp]

    func add(to group: RouteGroup) {
        group.get("family", use: keptOfAll)
        group.post("family/delete", use: deleteAll)
        group.post("children", use: addChild)
        group.get("children/{id}", use: kept)
        group.put("children/{id}", use: changeChild)
        group.post("children/{id}/delete", use: deleteChild)
        group.get("children/{id}/export.json", use: exportJSON)
        group.get("children/{id}/export.csv", use: exportCSV)
        group.get("children/{id}/days/{day}", use: keptOnDay)
        group.post("children/{id}/days/{day}/delete", use: deleteDay)
        group.post("children/{id}/notes", use: addNote)
        group.put("children/{id}/notes/{note}", use: changeNote)
        group.delete("children/{id}/notes/{note}", use: deleteNote)
    }

    // MARK: - Stored data

    private func keptOfAll(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        return try WireJSON.response(
            try await store.keptCounts(player: nil, account: session.account))
    }

    private func kept(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        return try WireJSON.response(
            try await store.keptCounts(player: try child(context), account: session.account))
    }

    private func keptOnDay(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        var counts = try await store.keptCounts(
            player: try child(context), on: try day(context), account: session.account)
        counts.children = 0
        return try WireJSON.response(counts)
    }

    // MARK: - Deleting

    private struct Key: Decodable {
        let pin: String
    }

    /// The session after the PIN was entered again, because deletion cannot be undone.
    private func sure(_ request: Request, _ context: TrainerContext) async throws -> Session {
        let session = try gate.pass(context)
        let key = try await WireJSON.read(Key.self, from: request, context: context)
        try await parent.check(key.pin, of: session.account, context)
        return session
    }

    private func deleteDay(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try await sure(request, context)
        let (child, day) = (try child(context), try day(context))
        return try WireJSON.response(
            try await store.deleteDay(day, player: child, account: session.account, by: .parent))
    }

    private func deleteChild(
        _ request: Request, _ context: TrainerContext
    ) async throws -> Response {
        let session = try await sure(request, context)
        let child = try child(context)
        let account = try await store.account(session.account)
        guard let account, account.player(child) != nil else { throw WireError.notFound }
        guard account.players.count > 1 || account.kind == .practice else {
            throw WireError(.conflict, "last_child", words("family.last_child"))
        }
        let removed = try await store.removePlayer(
            child, of: session.account, keeping: SessionCookie.token(of: request)?.digest,
            by: .parent)
        try await apps.deleteRecords(of: [child.rawValue])
        return try WireJSON.response(removed)
    }

    private func deleteAll(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try await sure(request, context)
        guard session.role == .parent else {
            throw WireError(.forbidden, "parent_needed", words("members.parents_only"))
        }
        let members = try await store.members(of: session.account).map(\.id.rawValue)
        try await store.deleteAccount(session.account)
        try await apps.deleteRecords(of: members)
        var response = try WireJSON.response(["next": "/login?from=deleted"])
        SessionCookie.clear(on: &response)
        return response
    }

    // MARK: - Children

    private struct Made: Encodable {
        let id: String
    }

    private func addChild(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        let new = try await childForm(request, context)
        let kind = try await store.account(session.account)?.kind ?? .family
        let tooMany = WireError(
            .conflict, "too_many",
            words(kind == .practice ? "practice.too_many" : "family.too_many"))
        let player = try await refusing(.tooManyChildren, as: tooMany) {
            () async throws(StoreError) in
            try await store.addPlayer(new, to: session.account, by: .parent)
        }
        return try WireJSON.response(Made(id: "\(player.id.rawValue)"), status: .created)
    }

    private func changeChild(
        _ request: Request, _ context: TrainerContext
    ) async throws -> Response {
        let session = try gate.pass(context)
        let new = try await childForm(request, context)
        let child = try child(context)
        try await store.changePlayer(child, of: session.account, to: new, by: .parent)
        return try WireJSON.response([String: String]())
    }

    private func childForm(
        _ request: Request, _ context: TrainerContext
    ) async throws -> NewPlayer {
        let form = try await WireJSON.read(WireForm.self, from: request, context: context).form
        let year = Calendar(identifier: .gregorian).component(.year, from: Date())
        do {
            return try form.acceptedForChild(year: year)
        } catch {
            let fields = Dictionary(
                uniqueKeysWithValues: error.keys.map { ($0.key.rawValue, words($0.value)) })
            throw WireError(
                .unprocessableContent, "invalid", words("create.mend"), fields: fields)
        }
    }

    // MARK: - Notes

    private struct WireNote: Decodable {
        let day: String
        let text: String
    }

    private func addNote(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        let (day, text) = try await note(request, context)
        let child = try child(context)
        let note = try await refusing(.tooManyNotes, as: tooManyNotes) {
            () async throws(StoreError) in
            try await store.addNote(
                text, on: day, player: child, account: session.account, by: .parent)
        }
        return try WireJSON.response(Made(id: "\(note.id)"), status: .created)
    }

    private func changeNote(
        _ request: Request, _ context: TrainerContext
    ) async throws -> Response {
        let session = try gate.pass(context)
        let (day, text) = try await note(request, context)
        let (child, id) = (try child(context), try number("note", context))
        try await refusing(.tooManyNotes, as: tooManyNotes) { () async throws(StoreError) in
            try await store.changeNote(
                id, to: text, on: day, player: child, account: session.account, by: .parent)
        }
        return try WireJSON.response([String: String]())
    }

    private func deleteNote(
        _ request: Request, _ context: TrainerContext
    ) async throws -> Response {
        let session = try gate.pass(context)
        try await store.deleteNote(
            try number("note", context), player: try child(context), account: session.account,
            by: .parent)
        return try WireJSON.response([String: String]())
    }

    /// The family's notes fill their quota.
    private var tooManyNotes: WireError {
        WireError(
            .conflict, StoreError.Code.tooManyNotes.rawValue, words("family.notes_full"),
            fields: ["text": words("family.notes_full")])
    }

    /// Translates an error of the database to the error of the response.
    private func refusing<Success: Sendable>(
        _ code: StoreError.Code, as refusal: WireError,
        _ body: () async throws(StoreError) -> Success
    ) async throws -> Success {
        do throws(StoreError) {
            return try await body()
        } catch {
            if error.code == code { throw refusal }
            throw error
        }
    }

    /// Validates a note: not in the future, not empty.
    private func note(
        _ request: Request, _ context: TrainerContext
    ) async throws -> (Day, String) {
        let sent = try await WireJSON.read(WireNote.self, from: request, context: context)
        var faults: [String: String] = [:]
        var accepted = ""
        do {
            accepted = try NoteText.accepted(sent.text)
        } catch {
            faults["text"] = words(error.rawValue)
        }
        let day = Day(sent.day)
        // In some time zones tomorrow has already begun.
        let latest = Day(secondsSince1970: Int(Date().timeIntervalSince1970)) + 1
        let isDay = day.map { $0 <= latest && $0.parts.year >= 1990 } ?? false
        if !isDay { faults["day"] = words("family.day_wanted") }
        guard faults.isEmpty, let day else {
            throw WireError(
                .unprocessableContent, "invalid", words("create.mend"), fields: faults)
        }
        return (day, accepted)
    }

    // MARK: - Export

    private func exportJSON(
        _ request: Request, _ context: TrainerContext
    ) async throws -> Response {
        let session = try gate.pass(context)
        let child = try child(context)
        let export = try await store.exportChild(child, of: session.account)
        try await store.noteReading(
            .exported, .everything, of: child, account: session.account, logger: context.logger)
        let records = try await apps.export(of: [child.rawValue])
        let store = store
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: ExportName(export.child.player.name).header("json"),
            ],
            body: ResponseBody { writer in
                try await store.writeExport(export, of: session.account, records: records) {
                    try await writer.write(ByteBuffer(bytes: $0))
                }
                try await writer.finish(nil)
            })
    }

    private func exportCSV(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        let child = try child(context)
        let records = try await store.playRecords(player: child, account: session.account)
        let name = try await store.account(session.account)?.player(child)?.name ?? ""
        try await store.noteReading(
            .exported, .everything, of: child, account: session.account, logger: context.logger)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: ExportName(name).header("csv"),
            ],
            body: .init(byteBuffer: ByteBuffer(string: WireTable.text(records))))
    }

    // MARK: - Helpers

    private func child(_ context: TrainerContext) throws(WireError) -> PlayerID {
        PlayerID(rawValue: try number("id", context))
    }

    private func number(_ name: String, _ context: TrainerContext) throws(WireError) -> Int64 {
        guard let number = context.parameters.get(name).flatMap({ Int64($0) }) else {
            throw WireError.notFound
        }
        return number
    }

    private func day(_ context: TrainerContext) throws(WireError) -> Day {
        guard let day = context.parameters.get("day").flatMap({ Day($0) }) else {
            throw WireError.notFound
        }
        return day
    }

    private func words(_ key: String) -> String { content.text(key) ?? key }
}
