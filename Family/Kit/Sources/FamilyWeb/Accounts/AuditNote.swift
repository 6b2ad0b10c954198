package import FamilyAccounts
package import FamilyStore
package import Logging

extension AccountStore {
    /// Records in the audit log that a parent viewed or exported a family's data.
    ///
    /// Failures are ignored, because a full disk must not lock families out of their data.
    package func noteReading(
        _ action: AuditAction, _ subject: AuditSubject, of player: PlayerID?, account: AccountID,
        logger: Logger
    ) async throws(StoreError) {
        do throws(StoreError) {
            try await note(action, subject, of: player, account: account, by: .parent)
        } catch {
            let passing: [StoreError.Code] = [.full, .readOnly, .locked]
            if !passing.contains(error.code) { throw error }
            logger.warning(
                "cannot store an audit entry", metadata: ["code": "\(error.code.rawValue)"])
        }
    }
}
