package import FamilyAccounts
import Foundation
import HTTPTypes
import Hummingbird

/// The current player and the children's badges; open to the children themselves.
package struct PlayerRoutes: Sendable {
    let store: any AccountStore
    let main: MainApp

    /// Makes the routes of a database.
    package init(store: any AccountStore, main: MainApp) {
        self.store = store
        self.main = main
    }

    /// Registers the routes.
    package func add(to group: RouteGroup) {
        group.post("player", use: play)
        group.put("player/badge", use: choose)
    }

    private struct Choice: Decodable {
        let player: String
    }

    private func play(_ request: Request, _ context: FamilyContext) async throws -> Response {
        _ = try context.signedIn()
        let choice = try await WireJSON.read(Choice.self, from: request, context: context)
        guard let token = SessionCookie.token(of: request), let number = Int64(choice.player) else {
            throw WireError.notFound
        }
        // The store reports `notFound` both for another family's child and for an unknown one.
        let player = PlayerID(rawValue: number)
        _ = try await store.switchPlayer(token.digest, to: player)
        return try WireJSON.response([
            "next": try await main.firstPage(of: player, store: store)
        ])
    }

    private struct Badge: Codable {
        let drawing: String
        let colour: String
    }

    private func choose(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let session = try context.signedIn()
        let chosen = try await WireJSON.read(Badge.self, from: request, context: context)
        guard let drawing = PlayerBadge.Drawing(rawValue: chosen.drawing),
            let colour = PlayerBadge.Colour(rawValue: chosen.colour)
        else {
            throw WireError(
                .unprocessableContent, "invalid",
                "drawing must be one of "
                    + PlayerBadge.Drawing.allCases.map(\.rawValue).joined(separator: ", ")
                    + ", colour one of "
                    + PlayerBadge.Colour.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        try await store.setBadge(PlayerBadge(drawing, colour), of: session.player)
        return try WireJSON.response(chosen)
    }
}
