public import FamilyAccounts
public import FamilyStore
import Foundation
import GRDB
import TrainerRules

extension TrainerStore {
    /// The results of a child that a parent shares with a practice, without notes; the access is
    /// recorded in the family's log.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the practice has no such consent now.
    public func sharedReview(
        _ consent: Int64, of practice: AccountID
    ) async throws(StoreError) -> (player: Player, review: FamilyReview) {
        let now = now
        let today = day(of: now)
        return try await write { db in
            let (child, household) = try Self.requireConsent(consent, of: practice, db)
            guard let player = try Self.requireAccount(household, db).player(child) else {
                throw StoreError(.notFound, "The child was deleted.")
            }
            try Self.note(AuditEntry(now, .practice, .looked, .page, of: child), household, db)
            var review = try Self.fetchReview(child, notes: NotePage(), today: today, db)
            review.notes = []
            review.noteDays = []
            return (player, review)
        }
    }
}
