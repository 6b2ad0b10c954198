import FamilyAccounts
import FamilyStore
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import TrainerContent
import TrainerRules
import TrainerStore

/// Standard play: starts or resumes a round and advances it by events (D1 to D8).
struct RoundRoutes {
    let store: TrainerStore
    let content: Content

    func add(to group: RouteGroup) {
        group.post("rounds", use: begin)
        group.get("rounds/{id}", use: show)
        group.post("rounds/{id}/events", use: play)
    }

    // MARK: - Routes

    private struct BeginRequest: Decodable {
        let level: String
    }

    private func begin(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let order = try await WireJSON.read(BeginRequest.self, from: request, context: context)
        guard let level = PlayedLevel(order.level) else {
            throw WireError(.badRequest, "malformed", "A level is 1, 2, 3, 4, 5 or bank.")
        }
        let presenter = try await presenter(for: session, level: level)
        if let round = try await store.unfinishedRound(player: session.player, level: level) {
            return try WireJSON.response(WireRound(round, presenter: presenter))
        }
        let round = try await plan(level, for: session, presenter: presenter)
        do {
            let begun = try await store.beginRound(round, player: session.player)
            return try WireJSON.response(WireRound(begun, presenter: presenter))
        } catch let error as StoreError where error.code == .tooManyRounds {
            throw WireError.tooManyRounds(content)
        }
    }

    private func show(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let id = try roundID(context)
        guard let round = try await store.round(id, player: session.player) else {
            throw Self.unknown
        }
        let presenter = try await presenter(for: session, level: round.level)
        return try WireJSON.response(WireRound(round, presenter: presenter))
    }

    private func play(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let id = try roundID(context)
        let wire = try await WireJSON.read(WireEvent.self, from: request, context: context)
        let event = try wire.event()
        let applied: AppliedEvent
        do {
            applied = try await store.apply(event, round: id, player: session.player)
        } catch let error where error.code == .notFound {
            throw Self.unknown
        }
        let presenter = try await presenter(for: session, level: applied.round.level)
        struct Answer: Encodable {
            let outcome: WireOutcome
            let round: WireRound
            let end: End?
        }
        return try WireJSON.response(
            Answer(
                outcome: WireOutcome(
                    applied.outcome, event: event, asked: presenter.asked(event.question),
                    presenter: presenter,
                    wasWithdrawn: presenter.isGone(event.question)),
                round: WireRound(applied.round, presenter: presenter),
                end: applied.round.isFinished ? try await end(of: applied.round, session) : nil))
    }

    /// The response at the end of a round.
    private struct End: Encodable {
        /// The state of the sitting.
        let sitting: WireSitting
        /// Stickers that have not been shown to the player.
        let stickers: [WireSticker]
        /// The new plant; nil after a closing question.
        let plant: WirePlant?
        /// The sentence if the level was finished for the first time.
        let levelSentence: String?
    }

    private func end(of round: Round, _ session: Session) async throws -> End {
        let time = SittingTime(
            try await store.sitting(of: session.player),
            settings: try await store.settings(of: session.player))
        return End(
            sitting: time.wire,
            stickers: try await store.stickers(of: session.player).filter { !$0.isShown }.map {
                WireSticker(level: $0.level, emotion: $0.emotion, content: content)
            },
            plant: Plant.grows(after: round)
                ? WirePlant(.init(round.level), content: content) : nil,
            levelSentence: try await levelSentence(round, session))
    }

    /// The sentence for a level that was finished for the first time; nil otherwise.
    private func levelSentence(_ round: Round, _ session: Session) async throws -> String? {
        guard case .standard(let level) = round.level else { return nil }
        let progress = try await store.levelsProgress(player: session.player)
        guard progress.first(where: { $0.level == round.level })?.completed == 1 else {
            return nil
        }
        return content.text("garden.level.\(level)")
    }

    // MARK: - Helpers

    private static let unknown = WireError(
        .notFound, "unknown_round", "There is no such round; it may have been ended elsewhere.")

    private func roundID(_ context: TrainerContext) throws(WireError) -> UUID {
        guard let id = context.parameters.get("id").flatMap(UUID.init(uuidString:)) else {
            throw Self.unknown
        }
        return id
    }

    /// The presenter of a level's questions; for the Question Bank, with the family's own
    /// questions.
    private func presenter(
        for session: Session, level: PlayedLevel
    ) async throws -> QuestionPresenter {
        let settings = try await store.settings(of: session.player)
        let own =
            level == .questionBank
            ? try await store.ownQuestions(
                of: session.account, for: session.player) : []
        return QuestionPresenter(
            content: content, language: content.language,
            voice: settings.voice ?? content.voices.first ?? "",
            own: Dictionary(uniqueKeysWithValues: own.map { ($0.question.questionID, $0) }))
    }

    private func plan(
        _ level: PlayedLevel, for session: Session, presenter: QuestionPresenter
    ) async throws -> Round {
        let player = session.player
        let settings = try await store.settings(of: player)
        let time = SittingTime(try await store.sitting(of: player), settings: settings)
        guard !time.isOver else {
            throw WireError.sittingOver(presenter.words("finished.sentence") ?? "It is finished.")
        }
        let history = try await history(of: player, presenter: presenter)
        let bank: [Question]
        switch level {
        case .standard(let number):
            let access = LevelAccess(
                content: content, history: history, settings: settings,
                assigned: try await store.currentAssignment(of: player)?.source)
            guard access.isOpen(number) else {
                throw WireError.levelClosed(
                    presenter.words("levels.later_sentence") ?? "This level comes later.")
            }
            bank = content.questions.filter { $0.level <= number }
        case .questionBank: bank = try await ownBank(session, presenter: presenter)
        }
        let planner = RoundPlanner(excluded: Set(settings.excluded))
        let seed = UInt64.random(in: .min ... .max)
        let plan =
            time.isClosing
            ? planner.planClosing(level: level, bank: bank, history: history, seed: seed)
            : planner.plan(
                level: level, bank: bank, history: history, length: time.nextRound, seed: seed)
        guard !plan.questions.isEmpty else {
            throw WireError(
                .conflict, "no_questions",
                presenter.words("play.no_questions") ?? "There are no questions here yet.")
        }
        return Round(id: UUID(), level: level, plan: plan, seed: seed)
    }

    /// The family's own questions (E1).
    ///
    /// If a parent chose so, built-in ones of the levels that the player knows are mixed in.
    private func ownBank(
        _ session: Session, presenter: QuestionPresenter
    ) async throws -> [Question] {
        let own = presenter.own.values.map(\.question.question).sorted { $0.id < $1.id }
        guard !own.isEmpty, try await store.mixesStandardQuestions(session.account) else {
            return own
        }
        let played = try await store.levelsProgress(player: session.player)
            .filter { $0.completed > 0 || $0.isResumable }.map(\.level)
        return own
            + content.questions.filter { question in
                question.level == 1 || played.contains(.standard(question.level))
            }
    }

    /// The planner's history of a player; the content adds the person who was seen last.
    private func history(
        of player: PlayerID, presenter: QuestionPresenter
    ) async throws -> PlayHistory {
        let known = try await store.history(player: player)
        var history = known.history
        if let last = known.lastQuestion.flatMap(presenter.asked) {
            history.last = .init(emotion: last.emotion, person: last.person)
        }
        return history
    }
}

extension WireError {
    /// The child has begun the maximum number of rounds today.
    static func tooManyRounds(_ content: Content) -> WireError {
        WireError(
            .conflict, StoreError.Code.tooManyRounds.rawValue,
            content.text("play.many_rounds") ?? "play.many_rounds")
    }
}
