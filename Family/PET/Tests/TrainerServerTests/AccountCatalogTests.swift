import FamilyAccounts
import Foundation
import Testing

@Suite struct AccountCatalogTests {
    @Test func messageKeysMatchTheCatalogExactly() throws {
        let file = PageTests.game.appending(path: "Content/languages/en/accounts.json")
        struct Catalog: Decodable {
            let texts: [String: String]
        }
        let catalog = try JSONDecoder().decode(Catalog.self, from: Data(contentsOf: file))
        #expect(Set(catalog.texts.keys) == AccountField.catalogueKeys)
        #expect(catalog.texts.values.allSatisfy { !$0.isEmpty })
    }
}
