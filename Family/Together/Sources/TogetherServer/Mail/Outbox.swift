package import Foundation
package import GRDB
package import FamilyStore
package import Logging
import Synchronization

/// The queue of outgoing mails, stored in the same transactions as the events they report.
///
/// A mail is claimed in the database before its delivery starts. The delivery writes its result to
/// a file, which the next start reads if the server was killed (``MailDelivery``).
package final class Outbox: Sendable {
    /// The command of the `sendmail` interface and the sender's address.
    package struct Configuration: Sendable {
        /// Program and arguments, to which the recipient is appended; nil if mail is disabled.
        package var command: [String]?
        /// The sender address of mails.
        package var sender: String
        /// The folder of deliveries in progress.
        package var folder: URL

        package init(command: [String]?, sender: String, folder: URL) {
            self.command = command
            self.sender = sender
            self.folder = folder
        }
    }

    /// Maximum number of attempts, which take about two days.
    static let mostAttempts = 16
    /// Maximum number of a family's waiting mails.
    static let mostWaiting = 500
    /// Seconds for which sent and failed mails stay listed.
    static let kept: Int64 = 30 * 86_400

    let configuration: Configuration
    private let database: any FamilyDatabase
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let bell: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation
    private let running = Mutex<Task<Void, Never>?>(nil)
    private let delivery = Mutex(DeliveryState())
    private let failed = Mutex<FailureReport?>(nil)

    private struct DeliveryState {
        var isStopped = false
        /// Whether a delivery is in progress.
        var isRunning = false
    }

    /// Maximum time that the shutdown waits for a delivery in progress.
    private static let patience = Duration.seconds(10)

    /// Reports a permanently failed mail: household, recipient, problem.
    typealias FailureReport = @Sendable (Int64, String, String, Database) throws -> Void

    package init(
        configuration: Configuration, database: any FamilyDatabase,
        now: @escaping @Sendable () -> Date, logger: Logger
    ) {
        self.configuration = configuration
        self.database = database
        self.now = now
        self.logger = logger
        (bell, ring) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Sets a callback for permanently failed mails, which runs in the same transaction.
    func onFailure(_ report: @escaping FailureReport) { failed.withLock { $0 = report } }

    /// Whether this machine can send mail.
    package var isInstalled: Bool { configuration.command != nil }

    private var seconds: Int64 { Int64(now().timeIntervalSince1970) }

    // MARK: - Writing

    /// Adds a mail to the transaction.
    ///
    /// It is sent after the commit.
    ///
    /// - Returns: False if this machine sends no mail, the address is invalid, or too many mails
    ///   are waiting.
    @discardableResult
    package func add(
        _ mail: Mail, for member: Int64?, of household: Int64, _ db: Database
    ) throws -> Bool {
        guard isInstalled, MailAddress.isValid(mail.recipient) else { return false }
        let waiting =
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM together_mail
                    WHERE household = ? AND state IN ('waiting', 'sending')
                    """, arguments: [household]) ?? 0
        guard waiting < Self.mostWaiting else { return false }
        let host = configuration.sender.split(separator: "@").last ?? "localhost"
        let messageID = "\(UUID().uuidString.lowercased())@\(host)"
        let message = MailMessage(
            from: configuration.sender, mail: mail, messageID: messageID, moment: seconds)
        try db.execute(
            sql: """
                INSERT INTO together_mail
                    (household, member, message_id, recipient, subject, content, state, due, created)
                VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?, ?)
                """,
            arguments: [
                household, member, messageID, mail.recipient, String(mail.subject.prefix(200)),
                message.data(), seconds, seconds,
            ])
        let ring = ring
        db.afterNextTransaction { _ in ring.yield() }
        return true
    }

    /// The number of a family's mails since a moment to people outside the family.
    package static func countToNonMembers(
        of household: Int64, members: [FamilyMember], since moment: Int64, _ db: Database
    ) throws -> Int {
        let addresses = Set(members.compactMap { $0.email?.lowercased() })
        return try String.fetchAll(
            db, sql: "SELECT recipient FROM together_mail WHERE household = ? AND created > ?",
            arguments: [household, moment]
        ).count { !addresses.contains($0.lowercased()) }
    }

    /// Retries a failed mail, again up to ``mostAttempts`` times.
    ///
    /// - Returns: False if the mail is unknown or has not failed.
    func retry(_ id: Int64, of household: Int64, _ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE together_mail SET state = 'waiting', due = ?1, problem = NULL,
                    attempts = (attempts + ?4 - 1) / ?4 * ?4
                WHERE id = ?2 AND household = ?3 AND state = 'failed'
                """, arguments: [seconds, id, household, Self.mostAttempts])
        let ring = ring
        db.afterNextTransaction { _ in ring.yield() }
        return db.changesCount == 1
    }

    /// Removes mails that were sent or failed long ago.
    func removeOld(_ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM together_mail WHERE state IN ('sent', 'failed') AND created < ?",
            arguments: [seconds - Self.kept])
    }

    // MARK: - Delivering

    /// Starts deliveries, after settling those of an earlier run.
    package func start() throws {
        guard let command = configuration.command else { return }
        let sender = try MailDelivery(
            folder: configuration.folder, command: command)
        delivery.withLock { $0.isStopped = false }
        running.withLock { task in
            task = task ?? Task { [self] in await run(sender) }
        }
    }

    /// Starts no further delivery, and waits briefly for one in progress.
    ///
    /// A delivery that takes longer outlives this server, and the next start settles it.
    package func stop() async {
        delivery.withLock { $0.isStopped = true }
        ring.yield()
        let end = ContinuousClock.now + Self.patience
        while delivery.withLock({ $0.isRunning }), ContinuousClock.now < end {
            do { try await Task.sleep(for: .milliseconds(20)) } catch { break }
        }
        running.withLock { task in
            task?.cancel()
            task = nil
        }
        ring.yield()
    }

    /// Whether a delivery may start.
    ///
    /// It then counts as running until ``endDelivery()``.
    private func beginDelivery() -> Bool {
        delivery.withLock { state in
            state.isRunning = !state.isStopped
            return state.isRunning
        }
    }

    private func endDelivery() { delivery.withLock { $0.isRunning = false } }

    private func run(_ delivery: MailDelivery) async {
        let clock = Task { [ring] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(5))  // Ends early when canceled.
                ring.yield()
            }
        }
        defer { clock.cancel() }
        ring.yield()
        var isSwept = false
        for await _ in bell {
            if Task.isCancelled { return }
            do {
                let claimed = try await claimed()
                if !isSwept { try delivery.sweep(except: claimed) }
                isSwept = true
                try await settle(claimed, delivery)
                while try await deliverNext(delivery) {}
            } catch {
                if Task.isCancelled { return }
                logger.error(
                    "mail cannot be sent and will be retried", metadata: ["what": "\(error)"])
            }
        }
    }

    /// Delivers the next due mail; returns whether there was one.
    private func deliverNext(_ delivery: MailDelivery) async throws -> Bool {
        guard !Task.isCancelled, beginDelivery() else { return false }
        defer { endDelivery() }
        guard let mail = try await claim() else { return false }
        // A delivery that is still running is settled later.
        if let result = try await delivery.deliver(mail) {
            try await record(result, of: mail)
            delivery.remove(mail)
        }
        return true
    }

    /// Claims the next due mail, so no other delivery takes it.
    private func claim() async throws -> ClaimedMail? {
        let moment = seconds
        return try await database.write { db in
            guard
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        UPDATE together_mail SET state = 'sending', attempts = attempts + 1
                        WHERE id = (
                            SELECT id FROM together_mail WHERE state = 'waiting' AND due <= ?
                            ORDER BY id LIMIT 1)
                        RETURNING id, attempts, recipient, content
                        """, arguments: [moment])
            else { return nil }
            return ClaimedMail(row)
        }
    }

    /// Claimed mails without a result.
    private func claimed() async throws -> [ClaimedMail] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, attempts, recipient, content FROM together_mail
                    WHERE state = 'sending' ORDER BY id
                    """
            ).map(ClaimedMail.init)
        }
    }

    /// Settles claimed mails as sent, failed, or due for a retry.
    private func settle(_ claimed: [ClaimedMail], _ delivery: MailDelivery) async throws {
        for mail in claimed {
            switch try delivery.state(of: mail) {
            case .running: continue
            case .ended(let result): try await record(result, of: mail)
            case .notBegun: try await record(.interrupted, of: mail)
            }
            delivery.remove(mail)
        }
    }

    private func record(_ result: MailResult, of mail: ClaimedMail) async throws {
        let moment = seconds
        let isLast = mail.attempts % Self.mostAttempts == 0
        // If a parent retries a mail, its attempts start over.
        let attempt = (mail.attempts - 1) % Self.mostAttempts + 1
        let (state, due, problem): (String, Int64, String?) =
            switch result {
            case .sent: ("sent", 0, nil)
            case .interrupted: ("waiting", moment + (attempt > 3 ? 60 : 0), nil)
            case .refused(let problem): ("failed", 0, problem)
            case .postponed(let problem) where isLast: ("failed", 0, problem)
            case .postponed(let problem):
                ("waiting", moment + min(6 * 3600, 30 << Int64(min(attempt, 12))), problem)
            }
        let report = failed.withLock { $0 }
        try await database.write { db in
            try db.execute(
                sql: """
                    UPDATE together_mail SET state = ?, due = ?, problem = ?
                    WHERE id = ? AND state = 'sending' AND attempts = ?
                    """, arguments: [state, due, problem, mail.id, mail.attempts])
            let household = try Int64.fetchOne(
                db, sql: "SELECT household FROM together_mail WHERE id = ?", arguments: [mail.id])
            if state == "failed", let household, let report {
                try report(household, mail.recipient, problem ?? "", db)
            }
        }
        if state == "failed" {
            logger.warning("a mail was rejected", metadata: ["mail": "\(mail.id)"])
        }
    }
}

/// A mail claimed for one attempt.
struct ClaimedMail: Sendable {
    let id: Int64
    let attempts: Int
    let recipient: String
    let content: Data

    init(_ row: Row) {
        id = row["id"]
        attempts = row["attempts"]
        recipient = row["recipient"]
        content = row["content"]
    }

    init(id: Int64, attempts: Int, recipient: String, content: Data) {
        self.id = id
        self.attempts = attempts
        self.recipient = recipient
        self.content = content
    }

    /// The base name of the attempt's files.
    var name: String { "\(id)-\(attempts)" }
}

/// Result of one attempt.
enum MailResult: Equatable, Sendable {
    case sent
    /// Permanently rejected.
    case refused(String)
    /// Temporarily failed, to be retried later.
    case postponed(String)
    /// Not delivered; retried immediately.
    case interrupted
}
