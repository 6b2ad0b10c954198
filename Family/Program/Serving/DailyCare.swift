import Foundation
import Logging
import ServiceLifecycle
import TrainerRules
import TrainerServer
import TrainerStore

/// The hourly work: deletes old sessions, does what each app does periodically, tells and deletes
/// accounts that nobody uses, and makes old answers into sums.
///
/// The log gets numbers of accounts and rounds, never a name; whom to tell stands in a file beside
/// the database that its owner alone can read.
struct DailyCare: Service {
    /// The file that lists accounts that will be deleted, with how to reach their owners.
    static let noticeFile = "unused-accounts.csv"

    let application: TrainerApplication
    let store: TrainerStore
    let folder: URL
    let logger: Logger
    var pause: Duration = .seconds(3600)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            // After the first pages: nobody waits for it.
            var wait = Duration.seconds(20)
            while !Task.isCancelled {
                do { try await Task.sleep(for: wait) } catch { return }
                await care()
                wait = pause
            }
        }
    }

    /// Does everything once; what fails is logged and done the next time.
    func care() async {
        do {
            try await store.purgeSessions()
            try await application.maintain()
            let done = try await store.carryOutRetention()
            try Self.write(done, to: folder)
            if !(done.told + done.waiting).isEmpty || !done.deleted.isEmpty || done.rounds > 0 {
                logger.notice(
                    "unused accounts: tell their owners, see \(Self.noticeFile)",
                    metadata: [
                        "told": "\(done.told.count)", "waiting": "\(done.waiting.count)",
                        "deleted": "\(done.deleted.count)", "rounds": "\(done.rounds)",
                    ])
            }
        } catch {
            logger.error("the daily care failed; it is tried again", metadata: ["what": "\(error)"])
        }
    }

    /// Lists whom to tell, readable by the owner of the data alone; removes the list where there is
    /// nobody.
    static func write(_ plan: RetentionPlan, to folder: URL) throws {
        let file = folder.appending(path: noticeFile)
        let unused = plan.told + plan.waiting
        guard !unused.isEmpty else {
            try? FileManager.default.removeItem(at: file)  // Mostly there is none.
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
        try? FileManager.default.removeItem(at: part)  // Left by one that was cut off; mostly none.
        guard
            FileManager.default.createFile(
                atPath: part.path, contents: data, attributes: [.posixPermissions: 0o600]),
            rename(part.path, file.path) == 0
        else { throw Failure("Cannot write \(file.path). Free space on its disk.") }
    }
}
