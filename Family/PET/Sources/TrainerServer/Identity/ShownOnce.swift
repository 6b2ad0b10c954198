import Foundation
import Synchronization
import TrainerStore

/// Secrets that a page shows once after a form was sent: recovery codes and invitation links.
///
/// They stay in memory, by session, until they are shown or ``lifetime`` is over.
final class ShownOnce: Sendable {
    /// The secret that is shown.
    enum Secret: Hashable, Sendable {
        case recoveryCode(String)
        case link(path: String, name: String)
    }

    /// The time for which a secret waits, in seconds.
    static let lifetime: Double = 10 * 60
    /// The most secrets that wait at a time; the oldest goes first.
    static let mostWaiting = 1000

    private struct Waiting {
        let secret: Secret
        let until: Date
    }

    private let waiting = Mutex<[SessionDigest: Waiting]>([:])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// Keeps a secret for a session, in the place of an earlier one.
    func keep(_ secret: Secret, for session: SessionDigest) {
        let now = now()
        waiting.withLock { waiting in
            waiting = waiting.filter { $0.value.until > now }
            if waiting.count >= Self.mostWaiting,
                let oldest = waiting.min(by: { $0.value.until < $1.value.until })
            {
                waiting[oldest.key] = nil
            }
            waiting[session] = Waiting(
                secret: secret, until: now.addingTimeInterval(Self.lifetime))
        }
    }

    /// Takes the recovery code of a session out; nil where none waits.
    func takeRecoveryCode(for session: SessionDigest) -> String? {
        guard case .recoveryCode(let code) = peek(session) else { return nil }
        remove(session)
        return code
    }

    /// Takes the link of a session out; nil where none waits.
    func takeLink(for session: SessionDigest) -> (path: String, name: String)? {
        guard case .link(let path, let name) = peek(session) else { return nil }
        remove(session)
        return (path, name)
    }

    private func peek(_ session: SessionDigest) -> Secret? {
        let now = now()
        return waiting.withLock { waiting in
            guard let found = waiting[session], found.until > now else { return nil }
            return found.secret
        }
    }

    private func remove(_ session: SessionDigest) {
        waiting.withLock { waiting in waiting[session] = nil }
    }
}
