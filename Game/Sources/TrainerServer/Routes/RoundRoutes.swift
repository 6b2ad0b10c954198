import Foundation
import HTTPTypes
import Hummingbird
import TrainerContent
import TrainerRules
import TrainerStore

/// Standard play: a round is begun or taken up again, and plays on by events (D1 to D8).
struct RoundRoutes {
    let store: TrainerStore
    let content: Content

    func add(to group: RouterGroup<TrainerContext>) {
        group.post("rounds", use: begin)
        group.get("rounds/{id}", use: show)
        group.post("rounds/{id}/events", use: play)
    }

    // MARK: - Routes

    private struct Order: Decodable {
        let level: String
    }

    private func begin(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let order = try await WireJSON.read(Order.self, from: request, context: context)
        guard let level = PlayedLevel(order.level) else {
            throw WireError(.badRequest, "malformed", "A level is 1, 2, 3, 4, 5 or bank.")
        }
        let presenter = try await presenter(for: session)
        if let round = try await store.unfinishedRound(player: session.player, level: level) {
            return try WireJSON.response(WireRound(round, presenter: presenter))
        }
        let round = try await plan(level, for: session.player, presenter: presenter)
        let begun = try await store.beginRound(round, player: session.player)
        return try WireJSON.response(WireRound(begun, presenter: presenter))
    }

    private func show(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let id = try roundID(context)
        guard let round = try await store.round(id, player: session.player) else {
            throw Self.unknown
        }
        let presenter = try await presenter(for: session)
        return try WireJSON.response(WireRound(round, presenter: presenter))
    }

    private func play(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let id = try roundID(context)
        let wire = try await WireJSON.read(WireEvent.self, from: request, context: context)
        let event = try wire.event()
        let presenter = try await presenter(for: session)
        let applied: AppliedEvent
        do {
            applied = try await store.apply(event, round: id, player: session.player)
        } catch let error where error.code == .notFound {
            throw Self.unknown
        }
        struct Answer: Encodable {
            let outcome: WireOutcome
            let round: WireRound
        }
        return try WireJSON.response(
            Answer(
                outcome: WireOutcome(
                    applied.outcome, event: event, asked: content.question(event.question),
                    presenter: presenter),
                round: WireRound(applied.round, presenter: presenter)))
    }

    // MARK: - Parts

    private static let unknown = WireError(
        .notFound, "unknown_round", "There is no such round; it may have been ended elsewhere.")

    private func roundID(_ context: TrainerContext) throws(WireError) -> UUID {
        guard let id = context.parameters.get("id").flatMap(UUID.init(uuidString:)) else {
            throw Self.unknown
        }
        return id
    }

    private func presenter(for session: Session) async throws -> QuestionPresenter {
        let settings = try await store.settings(of: session.player)
        return QuestionPresenter(
            content: content, language: "en",
            voice: settings.voice ?? content.voices.first ?? "")
    }

    private func plan(
        _ level: PlayedLevel, for player: PlayerID, presenter: QuestionPresenter
    ) async throws -> Round {
        let bank: [Question]
        switch level {
        case .standard(let number): bank = content.questions.filter { $0.level <= number }
        case .questionBank: bank = []
        }
        guard bank.contains(where: { level == .standard($0.level) || level == .questionBank })
        else {
            throw WireError(
                .conflict, "no_questions",
                presenter.words("play.no_questions") ?? "There are no questions here yet.")
        }
        let seed = UInt64.random(in: .min ... .max)
        let plan = RoundPlanner().plan(
            level: level, bank: bank, history: try await history(of: player), seed: seed)
        return Round(id: UUID(), level: level, plan: plan, seed: seed)
    }

    /// What the planner knows of a player; the person who was seen last is the content's to say.
    private func history(of player: PlayerID) async throws -> PlayHistory {
        let known = try await store.history(player: player)
        var history = known.history
        if let last = known.lastQuestion.flatMap(content.question) {
            history.last = .init(emotion: last.emotion, person: last.person)
        }
        return history
    }
}
