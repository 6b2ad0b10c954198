import FamilyMedia
import FamilyStore
import Foundation
import GRDB
import Logging
import Synchronization
import Testing

/// A database in a file.
struct FileDatabase: FamilyDatabase {
    let queue: DatabaseQueue

    init(_ file: URL) throws {
        queue = try DatabaseQueue(path: file.path)
        try DatabaseMigrator().followed(by: MediaSchema.migrations).migrate(queue)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value { try await queue.read(body) }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value { try await queue.write(body) }

    func truncateWriteAheadLog() async throws { try await queue.truncateWriteAheadLog() }
}

/// A media store in a temporary folder.
final class MediaHouse: Sendable {
    let folder: URL
    let database: FileDatabase
    let store: MediaStore
    let clock: SharedMoment
    static let logger = Logger(label: "media") { _ in SwiftLogNoOpLogHandler() }

    init(quota: MediaQuota = MediaQuota()) throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "media-\(UUID())", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = try FileDatabase(folder.appending(path: "media.sqlite"))
        let moment = SharedMoment()
        clock = moment
        store = MediaStore(
            database: database,
            folder: folder.appending(path: "media", directoryHint: .isDirectory),
            quota: quota, now: { moment.now })
        _ = try store.folder.workspace("test")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A finished file of given bytes that is not yet in the store.
    func product(_ text: String, variants: [String: String] = [:]) throws -> MediaProduct {
        func file(_ text: String) throws -> URL {
            let file = store.folder.work.appending(path: "test/\(UUID())")
            try Data(text.utf8).write(to: file)
            return file
        }
        return MediaProduct(
            file: try file(text), kind: "sound", type: "audio/mp4", seconds: 1,
            variants: try variants.mapValues(file))
    }

    func exists(_ hash: String, _ variant: String? = nil) -> Bool {
        FileManager.default.fileExists(atPath: store.folder.url(of: hash, variant: variant).path)
    }

    /// Waits until a job has ended.
    func ended(_ id: String, of household: Int64, in jobs: MediaJobs) async throws -> MediaJob {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            let job = try #require(try await jobs.job(id, of: household))
            if job.state != .waiting, job.state != .running { return job }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw MediaError("test", "the job \(id) did not end")
    }
}

/// A clock that a test sets.
final class SharedMoment: Sendable {
    private let moment = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { moment.withLock { $0 } }

    func advance(by seconds: Double) { moment.withLock { $0.addTimeInterval(seconds) } }
}
