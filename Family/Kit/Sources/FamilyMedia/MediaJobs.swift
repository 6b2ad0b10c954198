import FamilyStore
package import Foundation
package import GRDB
package import Logging

/// A conversion or stitching job, as the household sees it.
package struct MediaJob: Hashable, Codable, Sendable {
    package enum State: String, Codable, Sendable {
        case waiting, running, done, failed, cancelled
    }
    package struct Failure: Hashable, Codable, Sendable {
        package let code: String
        package let message: String
    }

    package let id: String
    package let state: State
    /// The completed share, 0…1.
    package let progress: Double
    package let media: Media?
    package let error: Failure?
}

/// A job, as its worker sees it.
package struct MediaTask: Sendable {
    package let id: String
    package let household: Int64
    package let kind: String
    /// JSON from the app that added the job.
    package let parameters: String
    /// The job's own folder, with the upload in its file `input`.
    package let folder: URL

    package init(id: String, household: Int64, kind: String, parameters: String, folder: URL) {
        self.id = id
        self.household = household
        self.kind = kind
        self.parameters = parameters
        self.folder = folder
    }

    /// The uploaded file.
    package var input: URL { folder.appending(path: "input") }
}

/// A persistent queue of media jobs that takes households in turn.
///
/// After a restart, waiting and interrupted jobs start again. They fail after two attempts.
package actor MediaJobs {
    /// Does a job's work.
    package typealias Worker =
        @Sendable (MediaTask, @escaping MediaConverter.Progress) async throws -> MediaProduct

    /// Maximum number of a household's waiting and running jobs.
    package static let mostOfHousehold = 8
    private static let mostAttempts = 2

    private let store: MediaStore
    private let workers: [String: Worker]
    private let logger: Logger
    private let maximum: Int
    /// Jobs whose end could not be stored, for example because the disk was full.
    private var unnoted: Set<String> = []
    private var running: [String: Task<Void, Never>] = [:]
    private var progress: [String: Double] = [:]
    private var isStopped = false

    /// Makes a queue with one worker for each kind of job.
    package init(
        store: MediaStore, workers: [String: Worker], maximum: Int = 1, logger: Logger
    ) {
        self.store = store
        self.workers = workers
        self.maximum = maximum
        self.logger = logger
    }

    // MARK: - Requests

    /// Throws if a household has too many jobs already.
    package func checkRoom(for household: Int64) async throws {
        try await store.database.read { db in try Self.checkRoom(for: household, db) }
    }

    private static func checkRoom(for household: Int64, _ db: Database) throws {
        let count =
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM media_job
                    WHERE household = ? AND state IN ('waiting', 'running')
                    """, arguments: [household]) ?? 0
        guard count < mostOfHousehold else {
            throw MediaError(
                "too_many_jobs", "\(count) files are being converted. Wait until one is finished.")
        }
    }

    /// Adds a job whose folder, named after its id, is complete.
    ///
    /// Checks the number of jobs and the quota again, since other uploads may have ended in the
    /// meantime. `alongside` runs in the same transaction; if it throws, everything is rolled back.
    package func add(
        id: String, household: Int64, kind: String, parameters: String = "{}",
        alongside: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) async throws -> MediaJob {
        let (store, moment) = (store, store.seconds)
        try await store.database.write { db in
            try Self.checkRoom(for: household, db)
            try store.checkQuota(of: household, db)
            try alongside(db)
            try db.execute(
                sql: """
                    INSERT INTO media_job (id, household, kind, parameters, state, changed)
                    VALUES (?, ?, ?, ?, 'waiting', ?)
                    """, arguments: [id, household, kind, parameters, moment])
        }
        await startNext()
        guard let job = try await job(id, of: household) else {
            throw MediaError("storage_failed", "The job was not stored. Try again.")
        }
        return job
    }

    /// A job of a household; nil if the id is unknown or belongs to another household.
    package func job(_ id: String, of household: Int64) async throws -> MediaJob? {
        let done = progress[id] ?? 0
        return try await store.database.read { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT * FROM media_job WHERE id = ? AND household = ?",
                    arguments: [id, household]),
                let state = MediaJob.State(rawValue: row["state"])
            else { return nil }
            let hash: String? = row["media"]
            let code: String? = row["code"]
            let message: String? = row["message"]
            return MediaJob(
                id: id, state: state, progress: state == .done ? 1 : done,
                media: try hash.flatMap { try MediaStore.media($0, of: household, db) },
                error: code.map { MediaJob.Failure(code: $0, message: message ?? "") })
        }
    }

    /// Cancels a waiting or running job.
    ///
    /// Finished jobs stay as they are.
    ///
    /// - Returns: Whether the household has such a job.
    package func cancel(_ id: String, of household: Int64) async throws -> Bool {
        let moment = store.seconds
        let isKnown = try await store.database.write { db in
            try db.execute(
                sql: """
                    UPDATE media_job SET state = 'cancelled', changed = ?
                    WHERE id = ? AND household = ? AND state IN ('waiting', 'running')
                    """, arguments: [moment, id, household])
            return try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM media_job WHERE id = ? AND household = ?)",
                arguments: [id, household]) ?? false
        }
        guard isKnown else { return false }
        if let task = running[id] { task.cancel() } else { store.folder.removeWorkspace(id) }
        return true
    }

    // MARK: - Starting and stopping

    /// Puts jobs of an earlier run back into the queue and removes folders without a job.
    ///
    package func resume() async throws {
        let moment = store.seconds
        let needed = try await store.database.write { db in
            try db.execute(
                sql: """
                    UPDATE media_job SET state = 'failed', changed = ?, code = 'interrupted',
                        message = 'The server ended twice during this work. Send the file again.'
                    WHERE state = 'running' AND attempts >= ?
                    """, arguments: [moment, Self.mostAttempts])
            try db.execute(
                sql: "UPDATE media_job SET state = 'waiting' WHERE state = 'running'")
            return try String.fetchSet(
                db, sql: "SELECT id FROM media_job WHERE state = 'waiting'")
        }
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: store.folder.work.path)) ?? []
        for name in names where !needed.contains(name) {
            store.folder.removeWorkspace(name)
        }
        try await store.removeUnknown()
        await startNext()
    }

    /// Cancels the running jobs, which restart at the next start of the server.
    package func stop() async {
        isStopped = true
        for task in running.values { task.cancel() }
        for task in running.values { await task.value }
    }

    /// Starts waiting jobs, up to the maximum number of running ones.
    private func startNext() async {
        while !isStopped, running.count < maximum {
            do {
                guard let task = try await next() else { return }
                guard !isStopped, running[task.id] == nil else { return }
                running[task.id] = Task { await self.perform(task) }
            } catch {
                logger.error("cannot take the next media job", metadata: ["what": "\(error)"])
                return
            }
        }
    }

    /// Takes the next job from the household that was served least recently.
    private func next() async throws -> MediaTask? {
        let moment = store.seconds
        let folder = store.folder
        let most = maximum
        let lost = unnoted
        let taken: MediaTask? = try await store.database.write { db in
            for id in lost {
                try db.execute(
                    sql: """
                        UPDATE media_job SET state = 'failed', code = 'storage_failed',
                            message = 'The file could not be stored. Try again later.', changed = ?
                        WHERE id = ? AND state = 'running'
                        """, arguments: [moment, id])
            }
            let active =
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM media_job WHERE state = 'running'") ?? 0
            guard active < most,
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT * FROM media_job AS job WHERE state = 'waiting' ORDER BY (
                            SELECT max(started) FROM media_job AS other
                            WHERE other.household = job.household), number LIMIT 1
                        """)
            else { return nil }
            // A counter instead of a time, because several jobs may have the same time.
            try db.execute(
                sql: """
                    UPDATE media_job SET state = 'running', attempts = attempts + 1, changed = ?,
                        started = 1 + (SELECT max(started) FROM media_job) WHERE id = ?
                    """, arguments: [moment, row["id"] as String])
            let id: String = row["id"]
            return MediaTask(
                id: id, household: row["household"], kind: row["kind"],
                parameters: row["parameters"], folder: try folder.workspace(id))
        }
        unnoted.subtract(lost)
        return taken
    }

    private func perform(_ task: MediaTask) async {
        do {
            guard let worker = workers[task.kind] else {
                throw MediaError("unknown_kind", "This server cannot convert \(task.kind).")
            }
            let product = try await worker(task) { done in
                Task { await self.note(done, of: task.id) }
            }
            try Task.checkCancellation()
            let moment = store.seconds
            try await store.add(product, to: task.household) { db, hash in
                try db.execute(
                    sql: """
                        UPDATE media_job SET state = 'done', media = ?, changed = ?
                        WHERE id = ? AND state = 'running'
                        """, arguments: [hash, moment, task.id])
                guard db.changesCount == 1 else { throw CancellationError() }
            }
        } catch is CancellationError {
            await finish(task, failure: nil)
        } catch let error as MediaError {
            await finish(task, failure: error)
        } catch {
            logger.error("a media job failed", metadata: ["what": "\(error)"])
            await finish(
                task,
                failure: MediaError(
                    "storage_failed", "The file could not be stored. Try again later."))
        }
        // If the server is stopping, keep the folder for the restarted job.
        if !isStopped { store.folder.removeWorkspace(task.id) }
        running[task.id] = nil
        progress[task.id] = nil
        // Runs in a new task, because this one may be canceled.
        Task { await startNext() }
    }

    private func note(_ done: Double, of id: String) {
        if running[id] != nil { progress[id] = max(progress[id] ?? 0, done) }
    }

    private func finish(_ task: MediaTask, failure: MediaError?) async {
        guard !isStopped || failure != nil else { return }
        let moment = store.seconds
        do {
            try await store.database.write { db in
                try db.execute(
                    sql: """
                        UPDATE media_job SET state = ?, code = ?, message = ?, changed = ?
                        WHERE id = ? AND state = 'running'
                        """,
                    arguments: [
                        failure == nil ? "cancelled" : "failed", failure?.code, failure?.message,
                        moment, task.id,
                    ])
            }
        } catch {
            logger.error("cannot store the end of a media job", metadata: ["what": "\(error)"])
            unnoted.insert(task.id)
        }
    }
}
