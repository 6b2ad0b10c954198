import FacialFunWire
import FamilyAccounts
import FamilyWeb
import HTTPTypes
import Hummingbird
import TrainerContent
import TrainerRules
import TrainerStore

/// Ends and restarts a sitting, and records the stickers that were shown.
struct SittingRoutes {
    let store: TrainerStore
    let content: Content

    func add(to group: RouteGroup) {
        group.get("sitting", use: show)
        group.post("sitting", use: begin)
        group.post("stickers/shown", use: markShown)
    }

    private func show(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        return try WireJSON.response(try await wire(session.player))
    }

    /// Begins a new sitting and closes the parent's part.
    private func begin(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try ParentGate(content: content).pass(context)
        try await WireJSON.readNothing(from: request, context: context)
        guard let token = SessionCookie.token(of: request) else { throw WireError.signedOut }
        _ = try await store.switchPlayer(token.digest, to: session.player)
        return try WireJSON.response(try await wire(session.player))
    }

    private struct Shown: Decodable {
        struct Place: Decodable {
            let level: Int
            let emotion: String
        }

        let stickers: [Place]
    }

    private func markShown(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let shown = try await WireJSON.read(Shown.self, from: request, context: context)
        let own = try await store.stickers(of: session.player).filter { sticker in
            shown.stickers.contains {
                $0.level == sticker.level && $0.emotion == sticker.emotion.rawValue
            }
        }
        try await store.markShown(own, of: session.player)
        return Response(status: .noContent)
    }

    private func wire(_ player: PlayerID) async throws -> WireSitting {
        SittingTime(
            try await store.sitting(of: player), settings: try await store.settings(of: player)
        ).wire
    }
}
