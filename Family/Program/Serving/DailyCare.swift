import FamilyAccounts
import Foundation
import Logging
import ServiceLifecycle
import TrainerRules
import TrainerServer
import TrainerStore

/// The hourly maintenance: deletes old sessions, runs each app's periodic work, lists and deletes
/// unused accounts, and aggregates old answers.
///
/// The log contains numbers of accounts and rounds, but no names. The owners to notify are listed
/// in a file next to the database, which only its owner can read.
struct DailyCare: Service {
    /// The list of accounts that will be deleted, with their owners' contact data.
    static let noticeFile = "unused-accounts.csv"

    let application: TrainerApplication
    let store: TrainerStore
    let folder: URL
    let logger: Logger
    var pause: Duration = .seconds(3600)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            // Starts after the first pages were served, because this work is not urgent.
            var wait = Duration.seconds(20)
            while !Task.isCancelled {
                do { try await Task.sleep(for: wait) } catch { return }
                await runTasks()
                wait = pause
            }
        }
    }

    /// Runs all tasks once.
    ///
    /// Failures are logged, and the task is retried the next time.
    func runTasks() async {
        do {
            try await store.purgeSessions()
            try await application.maintain()
            let done = try await store.applyRetention()
            // Readers may have prevented an earlier call from truncating the log.
            try await store.truncateWriteAheadLog()
            try Self.write(done, to: folder)
            if !(done.notified + done.waiting).isEmpty || !done.deleted.isEmpty || done.rounds > 0 {
                logger.notice(
                    "unused accounts: notify their owners, see \(Self.noticeFile)",
                    metadata: [
                        "told": "\(done.notified.count)", "waiting": "\(done.waiting.count)",
                        "deleted": "\(done.deleted.count)", "rounds": "\(done.rounds)",
                    ])
            }
        } catch {
            // The server is stopping; the next start does the work.
            if Task.isCancelled { return }
            logger.error("maintenance failed and will be retried", metadata: ["what": "\(error)"])
        }
    }

    /// Writes the list of owners to notify, readable only by the owner of the data.
    ///
    /// Removes the list if it would be empty.
    static func write(_ plan: RetentionPlan, to folder: URL) throws {
        let file = folder.appending(path: noticeFile)
        let unused = plan.notified + plan.waiting
        guard !unused.isEmpty else {
            try? FileManager.default.removeItem(at: file)  // Usually there is no such file.
            return
        }
        let lines =
            ["account,username,email,last_used,deletion"]
            + unused.map { account in
                [
                    "\(account.account.rawValue)", account.username, account.email,
                    account.lastUsed.description, account.deletion.description,
                ].map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
            }
        let data = Data((lines.joined(separator: "\r\n") + "\r\n").utf8)
        let part = file.appendingPathExtension("part")
        // A leftover of an interrupted run; usually missing.
        try? FileManager.default.removeItem(at: part)
        guard
            FileManager.default.createFile(
                atPath: part.path, contents: data, attributes: [.posixPermissions: 0o600]),
            rename(part.path, file.path) == 0
        else { throw Failure("Cannot write \(file.path). Free space on its disk.") }
    }
}
