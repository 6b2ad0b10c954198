import FaceJudge
import Foundation
import HTTPTypes
import Hummingbird
import TrainerAccounts
import TrainerContent
import TrainerRules
import TrainerStore

/// The screens: each an address, a template, and what it shows.
struct PageRoutes {
    let pages: PageRenderer
    let visitors: Visitors
    let store: TrainerStore
    let content: Content
    let judge: FaceJudge

    /// Pages for everybody.
    func addOpen(to group: RouterGroup<TrainerContext>) {
        group.get("/") { _, context in
            Response.redirect(to: context.session == nil ? "/login" : "/menu", type: .normal)
        }
        group.get("login", use: login)
        group.get("create-account") { request, context in
            try await show("create-account", request, context) { _ in
                [
                    "fields": FieldValues.forCreation(content: content, language: "en"),
                    "termsVersion": Terms.version,
                ]
            }
        }
        group.get("terms") { request, context in
            try await show("terms", request, context) { _ in ["version": Terms.version] }
        }
    }

    /// Pages for those who are signed in.
    func addMembers(to group: RouterGroup<TrainerContext>) {
        for name in ["menu", "facial-fun", "tutorial"] {
            group.get(RouterPath(name)) { request, context in
                try await show(name, request, context) { _ in
                    name == "tutorial" ? ["pages": Self.tutorialPages] : [:]
                }
            }
        }
        group.get("question-bank", use: questionBank)
        group.get("questions", use: questions)
        group.get("questions/new") { request, context in
            try await question(nil, request, context)
        }
        group.get("questions/{id}") { request, context in
            let session = try context.signedIn()
            guard let id = context.parameters.get("id").flatMap({ UUID(uuidString: $0) }),
                let stored = try await store.ownQuestion(id, of: session.account)
            else { throw WireError.notFound }
            return try await question(stored, request, context)
        }
        group.get("levels", use: levels)
        group.get("play/{level}", use: play)
        group.get("settings", use: settings)
        group.get("edit-account", use: editAccount)
        group.get("review", use: review)
    }

    // MARK: - Single pages

    private func login(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let reasons = ["idle", "signed_out", "offline", "deleted"]
        let reason = request.uri.queryParameters["from"].map(String.init)
        return try await show("login", request, context) { _ in
            guard let reason, reasons.contains(reason) else { return [:] }
            return ["reason": reason, "reasonText": content.text("login.\(reason)") ?? ""]
        }
    }

    private func levels(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let progress = try await store.levelsProgress(player: session.player)
        let own = try await store.bankUsage(of: session.account).questions
        return try await show("levels", request, context) { _ in
            [
                "levels": (1...5).map { number -> [String: Any] in
                    let own = progress.first { $0.level == .standard(number) }
                    return [
                        "number": number,
                        "questions": min(
                            content.questions(level: number).count, RoundPlanner.length),
                        "completed": (own?.completed ?? 0) > 0,
                        "resumable": own?.isResumable ?? false,
                        "easiest": number == 1, "hardest": number == 5,
                    ]
                },
                "bankCount": own,
            ]
        }
    }

    private func play(_ request: Request, _ context: TrainerContext) async throws -> Response {
        guard let level = context.parameters.get("level").flatMap({ PlayedLevel($0) }) else {
            throw WireError.notFound
        }
        let name =
            level == .questionBank
            ? content.text("bank.title") ?? "Question Bank"
            : "\(content.text("levels.level") ?? "Level") \(level)"
        return try await show("play", request, context, title: name) { _ in
            ["level": level.description, "levelName": name]
        }
    }

    private func settings(_ request: Request, _ context: TrainerContext) async throws -> Response {
        try await show("settings", request, context) { visitor in
            let settings = visitor.settings
            let chosen = settings.voice ?? content.voices.first
            func choices<Value: CaseIterable & RawRepresentable & Equatable>(
                _ value: Value
            ) -> [[String: Any]] where Value.RawValue == String {
                Value.allCases.map { ["value": $0.rawValue, "chosen": $0 == value] }
            }
            return [
                "settings": [
                    "volume": settings.volume, "narration": settings.narration,
                    "sounds": settings.sounds, "captions": settings.captions,
                    "voice": chosen ?? "", "theme": settings.theme.rawValue,
                    "motion": settings.motion.rawValue, "reward": settings.reward.rawValue,
                ] as [String: Any],
                "voices": content.voices.map { voice -> [String: Any] in
                    [
                        "id": voice, "name": content.text("voice.\(voice)") ?? voice,
                        "chosen": voice == chosen,
                    ]
                },
                "themes": choices(settings.theme), "motions": choices(settings.motion),
                "rewards": choices(settings.reward),
            ]
        }
    }

    private func editAccount(
        _ request: Request, _ context: TrainerContext
    ) async throws -> Response {
        let session = try context.signedIn()
        guard let account = try await store.account(session.account) else {
            throw WireError.signedOut
        }
        return try await show("edit-account", request, context) { _ in
            [
                "fields": FieldValues.forEditing(
                    account, player: account.player(session.player), content: content,
                    language: "en"),
                "statistics": account.agreesToStatistics,
            ]
        }
    }

    private func review(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let rollUps = try await store.rollUps(player: session.player)
        return try await show("review", request, context) { _ in
            guard !rollUps.isEmpty else { return ["empty": true] }
            return ReviewValues.values(of: rollUps, content: content, language: "en")
        }
    }

    // MARK: - The family's own questions

    private func questionBank(
        _ request: Request, _ context: TrainerContext
    ) async throws -> Response {
        let account = try context.signedIn().account
        let count = try await store.bankUsage(of: account).questions
        return try await show("question-bank", request, context) { _ in ["count": count] }
    }

    private func questions(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let account = try context.signedIn().account
        let own = try await store.ownQuestions(of: account)
        let mixes = try await store.mixesStandardQuestions(account)
        return try await show("questions", request, context) { visitor in
            OwnQuestionValues.list(own, content: content, language: visitor.language)
                .merging(["mix": mixes, "count": own.count]) { first, _ in first }
        }
    }

    private func question(
        _ stored: StoredOwnQuestion?, _ request: Request, _ context: TrainerContext
    ) async throws -> Response {
        let key = stored == nil ? "questions.create" : "questions.edit"
        return try await show("question", request, context, title: content.text(key)) { visitor in
            OwnQuestionValues.form(stored, content: content, language: visitor.language)
        }
    }

    // MARK: - Parts

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

    /// Where a screen's title stands in the catalogue, where it is not named like the template.
    private static let titles = [
        "create-account": "create", "edit-account": "account", "facial-fun": "facial_fun",
        "question-bank": "bank",
    ]

    /// The tutorial has nine pages (K1).
    private static var tutorialPages: [[String: Any]] {
        (1...9).map { ["number": $0, "first": $0 == 1, "last": $0 == 9] }
    }
}

/// The terms that are agreed to when an account is made (A15).
enum Terms {
    /// Changes with their meaning; stored with each agreement.
    static let version = "2026-11"
}
