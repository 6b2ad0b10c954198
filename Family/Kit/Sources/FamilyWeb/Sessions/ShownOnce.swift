package import FamilyAccounts
package import Foundation
import Synchronization

/// Secrets that a page shows once after a form: recovery codes and invitation links.
///
/// They stay in memory for the session until they are shown or ``lifetime`` is over.
package final class ShownOnce: Sendable {
    /// A secret, and the page that shows it.
    package enum Secret: Hashable, Sendable {
        case recoveryCode(String)
        case link(path: String, name: String)
        /// The code by which a practice gets access to a child's results.
        case consentCode(String, name: String)
        /// The token of a child's card.
        case card(String, child: PlayerID)
    }

    /// Time until an unread secret is dropped, in seconds.
    package static let lifetime: Double = 10 * 60
    /// Maximum number of waiting secrets; the oldest is dropped first.
    package static let mostWaiting = 1000

    private struct Waiting {
        let secret: Secret
        let until: Date
    }

    private let waiting = Mutex<[SessionDigest: Waiting]>([:])
    private let now: @Sendable () -> Date

    /// Makes a store without secrets.
    package init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// Stores a secret for a session, replacing an earlier one.
    package func keep(_ secret: Secret, for session: SessionDigest) {
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

    /// Removes and returns the recovery code of a session; nil if none waits.
    package func takeRecoveryCode(for session: SessionDigest) -> String? {
        guard case .recoveryCode(let code) = peek(session) else { return nil }
        remove(session)
        return code
    }

    /// Removes and returns the link of a session; nil if none waits.
    package func takeLink(for session: SessionDigest) -> (path: String, name: String)? {
        guard case .link(let path, let name) = peek(session) else { return nil }
        remove(session)
        return (path, name)
    }

    /// Removes and returns the consent code of a session; nil if none waits.
    package func takeConsentCode(for session: SessionDigest) -> (text: String, name: String)? {
        guard case .consentCode(let text, let name) = peek(session) else { return nil }
        remove(session)
        return (text, name)
    }

    /// Removes and returns the token of a child's card; nil if none waits.
    package func takeCard(for session: SessionDigest, child: PlayerID) -> String? {
        guard case .card(let token, let owner) = peek(session), owner == child else { return nil }
        remove(session)
        return token
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
