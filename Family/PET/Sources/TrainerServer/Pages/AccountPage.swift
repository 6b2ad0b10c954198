import Foundation
import TrainerAccounts
import TrainerContent
import TrainerRules
import TrainerStore

/// What the page "Edit Account" shows.
enum AccountPage {
    /// The values of its template; `form` is what was typed before, where the form comes back with
    /// `faults`.
    static func values(
        _ account: Account, player: PlayerID, content: Content, form: AccountForm? = nil,
        faults: [String: String] = [:]
    ) -> [String: Any] {
        var values: [String: Any] = [
            "fields": FieldValues.forEditing(
                account, player: account.player(player), content: content,
                language: content.language, form: form ?? AccountForm(), faults: faults),
            "statistics": form?.agreesToStatistics ?? account.agreesToStatistics,
            "agreed": agreement(account, content),
        ]
        if let fault = faults[AccountField.Name.currentPassword.rawValue] {
            values["currentPasswordFault"] = fault
        }
        return values
    }

    /// The terms that the account agreed to, and the date (A15).
    private static func agreement(_ account: Account, _ content: Content) -> String {
        let day = Day(secondsSince1970: Int(account.termsAgreedAt.timeIntervalSince1970))
        let date = ChartWords(content.texts(content.language)).longDate(day)
        return content.text(
            "account.agreed", values: ["version": account.termsVersion, "date": date])
            ?? "account.agreed"
    }
}
