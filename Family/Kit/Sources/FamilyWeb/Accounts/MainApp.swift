package import FamilyAccounts
package import FamilyStore

/// The app that opens directly for children who have no other app.
package struct MainApp: Sendable {
    /// The app's id.
    package let id: String
    /// The address of its first page.
    package let page: String

    /// Makes a main app.
    package init(id: String, page: String) {
        self.id = id
        self.page = page
    }

    /// The first page after signing in or choosing a player; it is Home if the child has another
    /// app.
    package func firstPage(
        of player: PlayerID, store: any AccountStore
    ) async throws(StoreError) -> String {
        let decisions = try await store.enabledApps(of: player)
        return decisions.contains { $0.key != id && $0.value } ? "/" : page
    }

    /// The first page of a household; with several children, it is the choice of the player.
    package func nextPage(
        for account: Account, store: any AccountStore
    ) async throws(StoreError) -> String {
        guard !account.players.isEmpty else { return ChildMiddleware.clientsPage }
        guard account.players.count == 1 else { return "/who" }
        return try await firstPage(of: account.players[0].id, store: store)
    }
}
