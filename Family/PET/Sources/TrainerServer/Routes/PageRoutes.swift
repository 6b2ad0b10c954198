import FaceJudge
import FamilyAccounts
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import TrainerContent
import TrainerRules
import TrainerStore

/// The pages of the game, each with an address, a template, and values.
struct PageRoutes {
    let pages: PageRenderer
    let visitors: Visitors
    let store: TrainerStore
    let content: Content
    let judge: FaceJudge
    let children: ChildSignInRoutes

    /// Public pages.
    func addOpen(to group: RouteGroup) {
        group.get("login", use: login)
        group.get("create-account") { request, context in
            let kind = request.uri.queryParameters["for"].flatMap {
                HouseholdKind(rawValue: String($0))
            }
            guard let kind else {
                return try await show("create-for", request, context) { _ in [:] }
            }
            return try await show("create-account", request, context) { _ in
                [
                    "fields": FieldValues.forCreation(
                        content: content, language: content.language, for: kind),
                    "termsVersion": Terms.version, "isPractice": kind == .practice,
                ]
            }
        }
        group.get("terms") { request, context in
            try await show("terms", request, context) { visitor in
                let back =
                    visitor.player == nil
                    ? "/create-account"
                    : visitor.mustAgree ? TermsMiddleware.page : "/edit-account"
                return ["version": Terms.version, "back": back]
            }
        }
    }

    /// The page for all signed-in users, even before they agree to the terms, so that they can
    /// export their data or delete the account.
    func addAccount(to group: RouteGroup) {
        group.get("edit-account", use: editAccount)
    }

    /// The pages on which a child plays.
    func addGame(to group: RouteGroup) {
        group.get("menu") { request, context in
            let player = try context.signedIn().player
            let hasHome = try await MainApp.pet.firstPage(of: player, store: store) == "/"
            return try await show("menu", request, context) { _ in ["home": hasHome] }
        }
        group.get("tutorial") { request, context in
            try await show("tutorial", request, context) { _ in ["pages": Self.tutorialPages] }
        }
        group.get("question-bank", use: questionBank)
        group.get("levels", use: levels)
        group.get("play/{level}", use: play)
        group.get("facial-fun", use: facialFun)
        group.get("finished", use: finished)
        group.get("stickers", use: stickers)
        group.get("garden", use: garden)
        group.get("review", use: review)
    }

    /// Pages for signed-in users, whether or not the child may play.
    func addMembers(to group: RouteGroup) {
        group.get("questions", use: questions)
        group.get("questions/new") { request, context in
            try await question(nil, request, context)
        }
        group.get("questions/{id}") { request, context in
            let session = try context.signedIn()
            guard let id = context.parameters.get("id").flatMap({ UUID(uuidString: $0) }),
                let stored = try await store.ownQuestion(
                    id, of: session.account, for: session.player)
            else { throw WireError.notFound }
            return try await question(stored, request, context)
        }
        group.get("settings", use: settings)
        group.get("settings/grown-ups", use: grownUps)
    }

    // MARK: - Single pages

    private func login(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let reasons = ["idle", "signed_out", "offline", "deleted"]
        let reason = request.uri.queryParameters["from"].map(String.init)
        var values = try await children.loginValues(request)
        if let reason, reasons.contains(reason) {
            values["reason"] = reason
            values["reasonText"] = content.text("login.\(reason)") ?? ""
        }
        return try await show("login", request, context) { _ in values }
    }

    private func levels(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let progress = try await store.levelsProgress(player: session.player)
        let ownCount = try await store.bankUsage(
            of: session.account, for: session.player
        ).questions
        let history = try await store.history(player: session.player).history
        let time = try await time(of: session.player)
        let assignment = try await store.currentAssignment(of: session.player)
        return try await show("levels", request, context) { visitor in
            let access = LevelAccess(
                content: content, history: history, settings: visitor.settings,
                assigned: assignment?.source)
            var values: [String: Any] = [
                "levels": (1...5).map { number -> [String: Any] in
                    let own = progress.first { $0.level == .standard(number) }
                    let isOpen = access.isOpen(number) || own?.isResumable ?? false
                    return [
                        "number": number,
                        "questions": min(access.questions(number), RoundPlanner.length),
                        "one": access.questions(number) == 1,
                        "completed": (own?.completed ?? 0) > 0,
                        "resumable": own?.isResumable ?? false,
                        "easiest": number == 1, "hardest": number == 5, "open": isOpen,
                        "closed": !isOpen, "advised": access.isAdvised(number),
                    ]
                },
                "bankCount": ownCount, "oneOwn": ownCount == 1,
            ]
            if let schedule = schedule(time) { values["schedule"] = schedule }
            if let assignment {
                values["assigned"] = PracticeValues(content: content).today(assignment)
            }
            return values
        }
    }

    /// The picture schedule; nil for a sitting of unlimited length.
    private func schedule(_ time: SittingTime) -> [String: Any]? {
        let wire = time.wire
        guard wire.minutes > 0 else { return nil }
        let done = content.text(
            "sitting.progress", values: ["done": "\(wire.done)", "total": "\(wire.total)"])
        return [
            "marks": wire.marks, "over": wire.over, "going": !wire.over, "words": done ?? "",
        ]
    }

    private func time(of player: PlayerID) async throws -> SittingTime {
        SittingTime(
            try await store.sitting(of: player), settings: try await store.settings(of: player))
    }

    private func play(_ request: Request, _ context: TrainerContext) async throws -> Response {
        guard let level = context.parameters.get("level").flatMap({ PlayedLevel($0) }) else {
            throw WireError.notFound
        }
        let session = try context.signedIn()
        // An unfinished round is resumed first.
        if try await time(of: session.player).isOver,
            try await store.unfinishedRound(player: session.player, level: level) == nil
        {
            return Response.redirect(to: "/finished", type: .normal)
        }
        let name =
            level == .questionBank
            ? content.text("bank.title") ?? "Question Bank"
            : "\(content.text("levels.level") ?? "Level") \(level)"
        return try await show("play", request, context, title: name) { _ in
            ["level": level.description, "levelName": name]
        }
    }

    private func facialFun(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        if try await time(of: session.player).isOver,
            try await !store.hasUnfinishedFaceRound(session.player)
        {
            return Response.redirect(to: "/finished", type: .normal)
        }
        return try await show("facial-fun", request, context) { _ in [:] }
    }

    private func finished(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let time = try await time(of: session.player)
        let stickers = try await store.stickers(of: session.player)
        guard time.isOver else { return Response.redirect(to: "/levels", type: .normal) }
        return try await show("finished", request, context) { _ in
            let book = StickerBook(stickers, content: content).values
            var values: [String: Any] = ["count": book["count"] ?? 0]
            if let schedule = schedule(time) { values["schedule"] = schedule }
            return values
        }
    }

    private func stickers(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let stickers = try await store.stickers(of: session.player)
        let response = try await show("stickers", request, context) { _ in
            StickerBook(stickers, content: content).values
        }
        try await store.markShown(stickers.filter { !$0.isShown }, of: session.player)
        return response
    }

    private func garden(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let plants = try await store.plants(of: session.player)
        let bed = request.uri.queryParameters["bed"].flatMap { Int($0) }
        return try await show("garden", request, context) { _ in
            Garden(plants, bed: bed).values(content: content)
        }
    }

    private func settings(_ request: Request, _ context: TrainerContext) async throws -> Response {
        try await show("settings", request, context) { visitor in
            SettingsValues.child(visitor.settings, content: content)
        }
    }

    private func grownUps(_ request: Request, _ context: TrainerContext) async throws -> Response {
        guard try context.signedIn().parentUntil != nil else {
            return Response.redirect(to: "/settings", type: .normal)
        }
        return try await show("grown-ups", request, context) { visitor in
            SettingsValues.grownUp(visitor.settings, content: content)
        }
    }

    private func editAccount(
        _ request: Request, _ context: TrainerContext
    ) async throws -> Response {
        let session = try context.signedIn()
        guard let account = try await store.account(session.account, login: session.login) else {
            throw WireError.signedOut
        }
        return try await show("edit-account", request, context) { _ in
            var values = AccountPage.values(account, player: session.player, content: content)
            if request.uri.queryParameters["from"] == "saved" {
                values["notice"] = content.text("account.saved") ?? ""
            }
            return values
        }
    }

    private func review(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let rollUps = try await store.rollUps(player: session.player)
        let faces = try await store.faceDays(player: session.player)
        return try await show("review", request, context) { _ in
            guard !rollUps.isEmpty || !faces.isEmpty else { return ["empty": true] }
            return ReviewValues.values(
                of: rollUps, faces: faces, content: content, language: content.language)
        }
    }

    // MARK: - The family's own questions

    private func questionBank(
        _ request: Request, _ context: TrainerContext
    ) async throws -> Response {
        let session = try context.signedIn()
        let count = try await store.bankUsage(
            of: session.account, for: session.player
        ).questions
        return try await show("question-bank", request, context) { _ in ["count": count] }
    }

    private func questions(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let account = session.account
        let own = try await store.ownQuestions(of: account, for: session.player)
        let isPractice = try await store.account(account)?.kind == .practice
        let mixes = try await store.mixesStandardQuestions(account)
        let usage = try await store.bankUsage(of: account)
        return try await show("questions", request, context) { visitor in
            OwnQuestionValues.list(
                own, content: content, language: visitor.language ?? content.language
            )
            .merging([
                "mix": mixes, "count": own.count, "practice": isPractice,
                "usage": OwnQuestionValues.sentence(usage, content: content),
            ]) { first, _ in first }
        }
    }

    private func question(
        _ stored: StoredOwnQuestion?, _ request: Request, _ context: TrainerContext
    ) async throws -> Response {
        let key = stored == nil ? "questions.create" : "questions.edit"
        return try await show("question", request, context, title: content.text(key)) { visitor in
            OwnQuestionValues.form(
                stored, content: content, language: visitor.language ?? content.language)
        }
    }

    // MARK: - Helpers

    private func show(
        _ template: String, _ request: Request, _ context: TrainerContext, title: String? = nil,
        values: (Visitor) throws -> [String: Any]
    ) async throws -> Response {
        let visitor = try await visitors.visitor(context)
        let key = Self.titles[template] ?? template
        return try pages.page(
            template, title: title ?? content.text("\(key).title") ?? key, path: request.uri.path,
            visitor: visitor, values: try values(visitor))
    }

    /// The catalog keys of titles that differ from the template's name.
    private static let titles = [
        "create-account": "create", "create-for": "create", "edit-account": "account",
        "facial-fun": "facial_fun",
        "question-bank": "bank", "grown-ups": "grown_ups",
    ]

    /// The tutorial has nine pages (K1).
    private static var tutorialPages: [[String: Any]] {
        (1...9).map { ["number": $0, "first": $0 == 1, "last": $0 == 9] }
    }
}
