package import FamilyStore

/// An app of the family server: its routes, files, tables and records.
///
/// Apps never import each other; what two of them need belongs to the kit.
package protocol FamilyApp: Sendable {
    /// The name in URLs, in tables and in migrations: lower-case letters, digits and dashes.
    var id: String { get }
    /// The path below which all routes and files of the app are.
    var prefix: String { get }
    /// The app's schema. Static, so that commands can open the database without building the app.
    static var migrations: [AppMigration] { get }
    /// Files, card and security policy.
    var resources: AppResources { get }
    /// Records that the app stores about members.
    var records: [any MemberRecords] { get }
    /// Registers the app's routes, each with its access.
    func addRoutes(to routes: AppRoutes)
    /// Does the app's periodic work; called every hour, never twice at once.
    func maintain() async throws
}

extension FamilyApp {
    package var prefix: String { "/\(id)" }
    package static var migrations: [AppMigration] { [] }
    package var resources: AppResources { AppResources() }
    package var records: [any MemberRecords] { [] }
    package func addRoutes(to routes: AppRoutes) {}
    package func maintain() async throws {}
}
