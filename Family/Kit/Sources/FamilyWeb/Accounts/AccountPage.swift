package import FamilyAccounts
import Foundation

/// The content of the page "Edit Account".
package enum AccountPage {
    /// The values of its template; `form` contains the entered values if the form is shown again
    /// with `faults`.
    package static func values(
        _ account: Account, player: PlayerID, content: any TextCatalog, form: AccountForm? = nil,
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

    /// The terms that the account agreed to, and the date of the agreement (A15).
    private static func agreement(_ account: Account, _ content: any TextCatalog) -> String {
        let date = content.longDate(
            daysSince1970: Int(account.termsAgreedAt.timeIntervalSince1970) / 86_400)
        return content.text(
            "account.agreed", values: ["version": account.termsVersion, "date": date])
            ?? "account.agreed"
    }
}
