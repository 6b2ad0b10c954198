import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import TrainerAccounts
import TrainerStore

/// Who plays, and what a child is shown by: open to the children themselves.
struct PlayerRoutes {
    let store: TrainerStore

    func add(to group: RouteGroup) {
        group.post("player", use: play)
        group.put("player/badge", use: choose)
    }

    private struct Choice: Decodable {
        let player: String
    }

    private func play(_ request: Request, _ context: TrainerContext) async throws -> Response {
        _ = try context.signedIn()
        let choice = try await WireJSON.read(Choice.self, from: request, context: context)
        guard let token = SessionCookie.token(of: request), let number = Int64(choice.player) else {
            throw WireError.notFound
        }
        // Another family's child is as if it were not there: the store says `notFound` to both.
        let player = PlayerID(rawValue: number)
        _ = try await store.switchPlayer(token.digest, to: player)
        return try WireJSON.response([
            "next": try await HomeApp.firstPage(of: player, store: store)
        ])
    }

    private struct Badge: Codable {
        let drawing: String
        let colour: String
    }

    private func choose(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let chosen = try await WireJSON.read(Badge.self, from: request, context: context)
        guard let drawing = PlayerBadge.Drawing(rawValue: chosen.drawing),
            let colour = PlayerBadge.Colour(rawValue: chosen.colour)
        else {
            throw WireError(
                .unprocessableContent, "invalid",
                "A drawing is one of "
                    + PlayerBadge.Drawing.allCases.map(\.rawValue).joined(separator: ", ")
                    + "; a colour one of "
                    + PlayerBadge.Colour.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        try await store.setBadge(PlayerBadge(drawing, colour), of: session.player)
        return try WireJSON.response(chosen)
    }
}
