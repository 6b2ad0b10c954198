import FacialFunWire
import FamilyAccounts
import FamilyStore
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import TrainerContent
import TrainerRules
import TrainerStore

/// A practice's pages: all clients with their goals, and one client with goals, rounds and notes.
///
/// They require the PIN; families get `not_found`. All forms work without scripts.
struct PracticePages {
    /// The address of the page of all clients.
    static let path = ChildMiddleware.clientsPage

    let pages: PageRenderer
    let visitors: Visitors
    let store: TrainerStore
    let content: Content
    let gate: ParentGate
    let main: MainApp

    func add(to group: RouteGroup) {
        group.get("practice") { request, context in try await clients(request, context) }
        group.post("practice/clients", use: addClient)
        group.get("clients/{id}") { request, context in try await client(request, context) }
        group.post("clients/{id}/play", use: play)
        group.post("clients/{id}/goals", use: addGoal)
        group.post("clients/{id}/goals/{goal}/state", use: setGoal)
        group.post("clients/{id}/goals/{goal}/delete", use: deleteGoal)
        group.post("clients/{id}/rounds", use: assign)
        group.post("clients/{id}/rounds/{assignment}/delete", use: deleteAssignment)
        group.post("clients/{id}/notes", use: addNote)
    }

    /// Adds the pages of children that parents share.
    func addShared(to group: RouteGroup) {
        group.post("practice/shared", use: useCode)
        group.get("shared/{id}", use: shared)
        group.post("shared/{id}/remove", use: endAccess)
    }

    private var values: PracticeValues { PracticeValues(content: content) }

    // MARK: - Pages

    private func clients(
        _ request: Request, _ context: TrainerContext, form: AccountForm = AccountForm(),
        faults: [String: String] = [:]
    ) async throws -> Response {
        guard try context.signedIn().parentUntil != nil else {
            return try await closed(request, context)
        }
        let session = try gate.pass(context)
        let all = try await store.clients(of: session.account)
        try await store.noteReading(
            .looked, .page, of: nil, account: session.account, logger: context.logger)
        // Forms encode a space as "+", which the parameters do not decode.
        let wanted =
            request.uri.queryParameters["find"].map {
                String($0.prefix(60)).replacing("+", with: " ")
            } ?? ""
        var page = values.clients(all, named: wanted)
        let shared = try await store.sharedChildren(with: session.account)
        page["shared"] = shared.map { ["id": "\($0.id)", "name": $0.name] }
        page["hasShared"] = !shared.isEmpty
        page["isClientless"] = all.isEmpty
        page["canAdd"] = all.count < HouseholdKind.practice.mostPlayers
        page["newName"] = form.values[.fullName] ?? ""
        page["newYear"] = form.values[.birthYear] ?? ""
        for (field, sentence) in faults { page["\(field)Fault"] = sentence }
        return try await self.page(
            "practice", words("practice.title"), request, context, page,
            faults.isEmpty ? .ok : .unprocessableContent)
    }

    private func client(
        _ request: Request, _ context: TrainerContext, faults: [String: String] = [:],
        typed: FormBody? = nil
    ) async throws -> Response {
        guard try context.signedIn().parentUntil != nil else {
            return try await closed(request, context)
        }
        let session = try gate.pass(context)
        let id = try clientID(context)
        let found = try await store.client(id, of: session.account)
        try await store.noteReading(
            .looked, .page, of: id, account: session.account, logger: context.logger)
        var page = values.client(
            found.client, notes: found.notes,
            today: store.localDay(Date()), typed: typed)
        for (field, sentence) in faults { page["\(field)Fault"] = sentence }
        return try await self.page(
            "client", found.client.player.name, request, context, page,
            faults.isEmpty ? .ok : .unprocessableContent)
    }

    private func closed(_ request: Request, _ context: TrainerContext) async throws -> Response {
        try await page(
            "family-closed", words("family.title"), request, context,
            ["next": Self.path, "asks": true])
    }

    // MARK: - Clients

    private func addClient(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        let body = try await FormBody.read(from: request, context: context)
        let form = body.accountForm(AccountField.child)
        // Families add children on their own page.
        _ = try await store.clients(of: session.account)
        let new: NewPlayer
        do {
            let year = Calendar(identifier: .gregorian).component(.year, from: Date())
            new = try form.acceptedForChild(year: year)
        } catch {
            return try await clients(
                request, context, form: form,
                faults: Dictionary(
                    uniqueKeysWithValues: error.keys.map { ($0.key.rawValue, words($0.value)) }))
        }
        do throws(StoreError) {
            let player = try await store.addPlayer(new, to: session.account, by: .parent)
            return .redirect(to: "/clients/\(player.id.rawValue)", type: .normal)
        } catch {
            guard error.code == .tooManyChildren else { throw error }
            return try await clients(
                request, context, form: form, faults: ["fullName": words("practice.too_many")])
        }
    }

    /// Hands the screen to a client: switches to its profile and closes the parent's part.
    private func play(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        _ = try await FormBody.read(from: request, context: context)
        let id = try await ownClient(session, context)
        guard let token = SessionCookie.token(of: request) else { throw WireError.signedOut }
        _ = try await store.switchPlayer(token.digest, to: id)
        return .redirect(
            to: try await main.firstPage(of: id, store: store), type: .normal)
    }

    // MARK: - Shared children

    private func useCode(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        let form = try await FormBody.read(from: request, context: context)
        // Families have no page for codes.
        _ = try await store.clients(of: session.account)
        do throws(StoreError) {
            guard let code = RecoveryCode(form["code"]) else {
                throw StoreError(.notFound, "The code has an invalid format.")
            }
            try await store.useConsent(code.digest, by: session.account)
        } catch {
            let keys: [StoreError.Code: String] = [
                .notFound: "sharing.wrong_code", .tooManyConsents: "sharing.too_many",
            ]
            guard let key = keys[error.code] else { throw error }
            return try await clients(request, context, faults: ["code": words(key)])
        }
        return .redirect(to: Self.path, type: .normal)
    }

    private func shared(_ request: Request, _ context: TrainerContext) async throws -> Response {
        guard try context.signedIn().parentUntil != nil else {
            return try await closed(request, context)
        }
        let session = try gate.pass(context)
        let found = try await store.sharedReview(
            try number("id", context), of: session.account)
        guard let account = try await store.account(session.account) else {
            throw WireError.signedOut
        }
        let all = FamilyValues(
            account: account, player: found.player, review: found.review, days: [], audit: [],
            auditPage: AuditPage(), auditCount: 0, content: content, language: content.language
        ).values
        let shown = ["child", "empty", "advice", "figures", "charts", "date"]
        return try await page(
            "shared", found.player.name, request, context, all.filter { shown.contains($0.key) })
    }

    private func endAccess(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        _ = try await FormBody.read(from: request, context: context)
        try await store.endConsent(try number("id", context), by: session.account)
        return .redirect(to: Self.path, type: .normal)
    }

    // MARK: - Goals

    private func addGoal(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        let form = try await FormBody.read(from: request, context: context)
        let id = try await ownClient(session, context)
        guard let kind = Goal.Kind(rawValue: form["kind"]),
            let emotion = Emotion(rawValue: form["emotion"]), let level = Int(form["level"]),
            (1...5).contains(level), let criterion = Int(form["criterion"]),
            Goal.criteria.contains(criterion)
        else {
            return try await client(
                request, context, faults: ["goal": words("practice.goal_wanted")], typed: form)
        }
        do throws(StoreError) {
            try await store.addGoal(
                kind, emotion, level: level, criterion: criterion, player: id,
                account: session.account, by: .parent)
        } catch {
            guard error.code == .tooManyGoals else { throw error }
            return try await client(
                request, context, faults: ["goal": words("practice.too_many_goals")], typed: form)
        }
        return back(to: id)
    }

    private func setGoal(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        let form = try await FormBody.read(from: request, context: context)
        let id = try await ownClient(session, context)
        try await store.setGoal(
            try number("goal", context), isOpen: form["state"] == "open", player: id,
            account: session.account, by: .parent)
        return back(to: id)
    }

    private func deleteGoal(
        _ request: Request, _ context: TrainerContext
    ) async throws -> Response {
        let session = try gate.pass(context)
        _ = try await FormBody.read(from: request, context: context)
        let id = try await ownClient(session, context)
        try await store.deleteGoal(
            try number("goal", context), player: id, account: session.account, by: .parent)
        return back(to: id)
    }

    // MARK: - Assigned rounds

    private func assign(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        let form = try await FormBody.read(from: request, context: context)
        let id = try await ownClient(session, context)
        guard let source = Plant.Source(rawValue: form["source"]), let rounds = Int(form["rounds"]),
            Assignment.roundCounts.contains(rounds)
        else {
            return try await client(
                request, context, faults: ["rounds": words("practice.rounds_wanted")], typed: form)
        }
        do throws(StoreError) {
            try await store.assign(
                source, rounds: rounds, player: id, account: session.account, by: .parent)
        } catch {
            guard error.code == .tooManyAssignments else { throw error }
            return try await client(
                request, context, faults: ["rounds": words("practice.too_many_rounds")],
                typed: form)
        }
        return back(to: id)
    }

    private func deleteAssignment(
        _ request: Request, _ context: TrainerContext
    ) async throws -> Response {
        let session = try gate.pass(context)
        _ = try await FormBody.read(from: request, context: context)
        let id = try await ownClient(session, context)
        try await store.deleteAssignment(
            try number("assignment", context), player: id, account: session.account, by: .parent)
        return back(to: id)
    }

    // MARK: - Notes

    private func addNote(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        let form = try await FormBody.read(from: request, context: context)
        let id = try await ownClient(session, context)
        do {
            let text = try NoteText.accepted(form["text"])
            let goal = form["goal"].isEmpty ? nil : try number(form["goal"])
            _ = try await store.addNote(
                text, on: store.localDay(Date()), goal: goal, player: id,
                account: session.account, by: .parent)
        } catch let fault as NoteText.Fault {
            return try await client(
                request, context, faults: ["note": words(fault.rawValue)], typed: form)
        } catch let error as StoreError where error.code == .tooManyNotes {
            return try await client(
                request, context, faults: ["note": words("family.notes_full")], typed: form)
        }
        return back(to: id)
    }

    // MARK: - Helpers

    /// The client in the address, if it belongs to the practice.
    private func ownClient(
        _ session: Session, _ context: TrainerContext
    ) async throws -> PlayerID {
        let id = try clientID(context)
        _ = try await store.client(id, of: session.account)
        return id
    }

    private func clientID(_ context: TrainerContext) throws(WireError) -> PlayerID {
        PlayerID(rawValue: try number("id", context))
    }

    private func number(_ name: String, _ context: TrainerContext) throws(WireError) -> Int64 {
        try number(context.parameters.get(name) ?? "")
    }

    private func number(_ text: String) throws(WireError) -> Int64 {
        guard let number = Int64(text) else { throw WireError.notFound }
        return number
    }

    private func back(to client: PlayerID) -> Response {
        .redirect(to: "/clients/\(client.rawValue)", type: .normal)
    }

    private func words(_ key: String) -> String { content.text(key) ?? key }

    private func page(
        _ template: String, _ title: String, _ request: Request, _ context: TrainerContext,
        _ values: [String: Any], _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try pages.page(
            template, title: title, path: request.uri.path,
            visitor: try await visitors.visitor(context), values: values, status: status)
    }
}
