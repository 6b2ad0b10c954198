import FaceJudge
import FacialFunWire
import FamilyAccounts
import FamilyMedia
import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import Logging
import PrepServer
import TogetherCalendars
import TogetherPlaylists
import TogetherServer
import TrainerStore

/// The options with which every command opens the database, including those of the apps with tables
/// in it.
extension TrainerStore.Options {
    static var family: TrainerStore.Options {
        var options = TrainerStore.Options()
        options.migrations =
            PrepApp.migrations + TogetherApp.migrations
            + CalendarPart.migrations + PlaylistPart.migrations
        return options
    }
}

/// The folder of media files next to the database.
enum MediaPlace {
    static func folder(in data: URL) -> URL {
        data.appending(path: "media", directoryHint: .isDirectory)
    }
}

extension ResourceOptions {
    /// Prep with its tables in a database; nil if its pages are not installed.
    func prep(
        data: URL, store: TrainerStore, judge: FaceJudge, logger: Logger
    ) throws -> PrepApp? {
        guard let web = installed("Prep/Web", holding: "index.html") else { return nil }
        var configuration = PrepApp.Configuration(
            web: web,
            content: web.deletingLastPathComponent().appending(
                path: "Content/experiences", directoryHint: .isDirectory),
            media: MediaPlace.folder(in: data), stitcher: PrepApp.Configuration.stitcher())
        configuration.workers = PlaylistPart.workers()
        configuration.faces = JudgedFaces(judge: judge)
        return PrepApp(
            configuration: configuration, database: AppDatabase(store: store),
            households: .init(
                exists: { household in
                    try await store.account(AccountID(rawValue: household)) != nil
                },
                ofMember: { member in
                    try await store.read { db in
                        try Int64.fetchOne(
                            db, sql: "SELECT household FROM member WHERE id = ?",
                            arguments: [member])
                    }
                }), logger: logger)
    }
}

/// The store as apps use it.
///
/// Their own errors pass through unchanged.
struct AppDatabase: FamilyDatabase {
    let store: TrainerStore

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do { return try await store.read(body) } catch { throw Self.own(error) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do { return try await store.write(body) } catch { throw Self.own(error) }
    }

    func truncateWriteAheadLog() async throws {
        do { try await store.truncateWriteAheadLog() } catch { throw Self.own(error) }
    }

    private static func own(_ error: StoreError) -> any Error {
        guard let cause = error.cause else { return error }
        if cause is CancellationError { return cause }
        return error.code == .unexpected && !(cause is DatabaseError) ? cause : error
    }
}

/// Finds faces with the scoring service.
struct JudgedFaces: FaceFinder {
    let judge: FaceJudge

    func faces(in jpeg: [UInt8]) async throws -> [FaceBox] {
        // A job of an earlier run may start before the scoring service is ready.
        _ = await judge.waitUntilReady(within: .seconds(20))
        return try await judge.score(jpeg, deadlineMilliseconds: 20_000).faces.map {
            FaceBox(x: $0.box.x, y: $0.box.y, width: $0.box.width, height: $0.box.height)
        }
    }
}
