package import FamilyStore

/// An app of the family server: its routes, files, tables and records.
///
/// Apps never import each other. Shared code belongs in the kit.
package protocol FamilyApp: Sendable {
    /// The name in URLs, tables and migrations: lower-case letters, digits and dashes.
    var id: String { get }
    /// The path prefix of all routes and files of the app.
    var prefix: String { get }
    /// The app's schema.
    ///
    /// Static, so commands can open the database without building the app.
    static var migrations: [AppMigration] { get }
    /// Files, card and security policy.
    var resources: AppResources { get }
    /// The app's records about members.
    var records: [any MemberRecords] { get }
    /// Registers the app's routes.
    func addRoutes(to routes: AppRoutes)
    /// Runs the app's periodic work.
    ///
    /// Called every hour, never concurrently.
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
