import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TrainerContent
import TrainerRules
import TrainerStore

/// The portal: public statistics of all players who agreed (I1).
///
/// `/statistics` shows an overview, `/statistics/<table>` a table, `/statistics/<table>.csv` and
/// `/statistics/data.csv` the same as comma-separated values, `/statistics/dictionary.csv` the
/// description of the columns. The response to `?edition=<number>` never changes;
/// `?<property>=<value>` filters the rows.
struct PortalRoutes {
    private let pages: PageRenderer
    private let store: TrainerStore
    private let words: PortalWords
    private let shelf = Shelf()

    init(pages: PageRenderer, store: TrainerStore, content: Content) {
        self.pages = pages
        self.store = store
        words = PortalWords(content.texts(content.language))
    }

    func add(to group: RouteGroup) {
        group.get("statistics", use: overview)
        group.get("statistics/{table}", use: table)
    }

    /// A cache of editions, which never change.
    private final class Shelf: Sendable {
        private static let capacity = 16
        private let editions = Mutex<[Int: PortalEdition]>([:])

        subscript(number: Int) -> PortalEdition? {
            get { editions.withLock { $0[number] } }
            set {
                editions.withLock { editions in
                    if editions.count >= Self.capacity { editions = [:] }
                    editions[number] = newValue
                }
            }
        }
    }

    // MARK: - Routes

    private func overview(_ request: Request, _ context: TrainerContext) async throws -> Response {
        try await page(PortalPage.overview.compactMap(PortalTable.named), request)
    }

    private func table(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let name = context.parameters.get("table") ?? ""
        if name == "dictionary.csv" { return csv(PortalCSV.dictionary(words), name: name) }
        if name.hasSuffix(".csv") {
            let table = PortalTable.named(String(name.dropLast(4)))
            guard let tables = name == "data.csv" ? PortalTable.all : table.map({ [$0] }) else {
                throw WireError.notFound
            }
            guard let edition = try await edition(request) else { throw WireError.notFound }
            let text = PortalCSV(edition: edition).text(tables, only: only(request, of: tables))
            return csv(text, name: "pet-statistics-\(edition.number)-\(name)")
        }
        guard let table = PortalTable.named(name) else { throw WireError.notFound }
        return try await page([table], request)
    }

    private func page(_ tables: [PortalTable], _ request: Request) async throws -> Response {
        let edition = try await edition(request)
        let number = request.uri.queryParameters["edition"]
        guard edition != nil || number == nil else { throw WireError.notFound }
        let page = PortalPage(
            edition: edition ?? PortalEdition(number: 0, day: Day(0)), words: words,
            query: number.map { "?edition=\($0)" } ?? "",
            only: only(request, of: tables))
        let values = page.values(tables, editions: try await store.portalEditions())
        return try pages.page(
            "statistics", title: tables.count == 1 ? words.title(tables[0]) : words("title"),
            path: request.uri.path, visitor: .nobody, values: values)
    }

    // MARK: - Parts

    /// The requested edition, otherwise the latest; nil if there is none.
    private func edition(_ request: Request) async throws -> PortalEdition? {
        var number: Int?
        if let asked = request.uri.queryParameters["edition"] {
            guard let value = Int(asked), value > 0 else { throw WireError.notFound }
            number = value
        } else {
            number = try await store.portalNumber()
        }
        guard let number else { return nil }
        if let known = shelf[number] { return known }
        guard let edition = try await store.portalEdition(number) else { return nil }
        shelf[number] = edition
        return edition
    }

    /// The values to filter by, without those that a table's property does not have.
    private func only(
        _ request: Request, of tables: [PortalTable]
    ) -> [PortalTable.Dimension: String] {
        var only: [PortalTable.Dimension: String] = [:]
        for dimension in Set(tables.flatMap(\.dimensions)) {
            let asked = request.uri.queryParameters[Substring(dimension.rawValue)].map(String.init)
            if let asked, PortalTable.values(of: dimension).contains(asked) {
                only[dimension] = asked
            }
        }
        return only
    }

    private func csv(_ text: String, name: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8; header=present",
                .contentDisposition: "attachment; filename=\"\(name)\"",
                .link: "<\(PortalCSV.licenceAddress)>; rel=\"license\"",
                .cacheControl: "no-cache",
            ],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
