import FamilyStore
import GRDB
import Logging
import Synchronization

/// Checks every two seconds for deadlines that have passed.
///
/// It reads the wall clock each time, so setting the clock takes effect at once.
final class DeadlineClock: Sendable {
    private let services: TogetherServices
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(services: TogetherServices) { self.services = services }

    func start() {
        let services = services
        task.withLock { task in
            task =
                task
                ?? Task {
                    while !Task.isCancelled {
                        do {
                            try await services.processDeadlines()
                            try await Task.sleep(for: .seconds(2))
                        } catch is CancellationError {
                            return
                        } catch {
                            if Task.isCancelled { return }
                            services.logger.error(
                                "deadlines failed and will be retried",
                                metadata: ["what": "\(error)"])
                            try? await Task.sleep(for: .seconds(10))  // Ends early when canceled.
                        }
                    }
                }
        }
    }

    func stop() {
        task.withLock { task in
            task?.cancel()
            task = nil
        }
    }
}

extension TogetherServices {
    /// Processes the deadlines that have passed, each in its own transaction.
    ///
    /// A failed one is retried with the next call and does not block others.
    package func processDeadlines() async throws {
        let now = seconds
        guard let next = try await database.read(Deadlines.next), next <= now else { return }
        var failed: Set<String> = []
        while true {
            let known = failed
            let passed = try await database.read { db in
                try Deadlines.passed(at: now, except: known, db)
            }
            guard !passed.isEmpty else { return }
            for due in passed {
                do {
                    try await database.write { db in
                        guard try Deadlines.take(due, at: now, db) else { return }
                        try handle(due, now, db)
                    }
                } catch {
                    if error is CancellationError { throw error }
                    failed.insert(due.key)
                    logger.error(
                        "a deadline failed and will be retried",
                        metadata: ["deadline": "\(due.key)", "what": "\(error)"])
                }
            }
        }
    }

    private func handle(_ due: Deadlines.Due, _ now: Int64, _ db: Database) throws {
        switch due.kind {
        case .activity: try advanceActivity(due.subject, of: due.household, now: now, db)
        case .reminder: try remindOfTasks(due.subject, of: due.household, now: now, db)
        case .request: try expireRequests(of: due.subject, household: due.household, now: now, db)
        }
    }
}
