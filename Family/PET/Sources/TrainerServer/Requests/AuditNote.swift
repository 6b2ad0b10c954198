import Logging
import TrainerStore

extension TrainerStore {
    /// Writes down that a parent looked at, or took out, a family's data.
    ///
    /// A disk that takes nothing more is no reason to keep the data from the family.
    func noteReading(
        _ action: AuditAction, _ subject: AuditSubject, of player: PlayerID?, account: AccountID,
        logger: Logger
    ) async throws(StoreError) {
        do throws(StoreError) {
            try await note(action, subject, of: player, account: account, by: .parent)
        } catch {
            let passing: [StoreError.Code] = [.full, .readOnly, .locked]
            if !passing.contains(error.code) { throw error }
            logger.warning(
                "a look could not be written down", metadata: ["code": "\(error.code.rawValue)"])
        }
    }
}
