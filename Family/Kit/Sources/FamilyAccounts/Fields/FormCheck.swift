import FamilyText
import Foundation

/// Validates a form and collects the errors, field by field.
struct FormCheck {
    /// The permitted ages, in years.
    static let oldest = 120

    let form: AccountForm
    let year: Int
    var faults: [AccountField.Name: String] = [:]

    init(form: AccountForm, year: Int) {
        self.form = form
        self.year = year
    }

    /// All fields except passwords and check boxes.
    mutating func common(_ fields: [AccountField]) -> AccountForm.Accepted {
        var accepted = AccountForm.Accepted()
        for field in fields {
            switch field.name {
            case .fullName: accepted.fullName = text(field)
            case .birthYear: accepted.birthYear = birthYear(field)
            case .gender: accepted.gender = gender(field)
            case .username: accepted.username = text(field)
            case .email: accepted.email = text(field)
            case .password, .confirmation, .pin, .currentPassword, .terms, .statistics: break
            }
        }
        return accepted
    }

    /// Checks a text field: normalizes it, and checks its length and pattern.
    private mutating func text(_ field: AccountField) -> String? {
        guard !CombiningMarks.isLimitExceeded(in: form.values[field.name] ?? "") else {
            faults[field.name] = FieldFault.marks
            return nil
        }
        guard let line = PlainText.line(form.values[field.name] ?? "", most: field.maximum) else {
            faults[field.name] = field.wanted
            return nil
        }
        guard !line.isEmpty else {
            faults[field.name] = field.blank
            return nil
        }
        guard (field.minimum...field.maximum).contains(line.count),
            PlainText.matches(line, field.pattern)
        else {
            faults[field.name] = field.wanted
            return nil
        }
        return line
    }

    private mutating func birthYear(_ field: AccountField) -> Int? {
        guard let text = text(field) else { return nil }
        guard let birthYear = Int(text), (year - Self.oldest...year).contains(birthYear) else {
            faults[field.name] = field.wanted
            return nil
        }
        return birthYear
    }

    private mutating func gender(_ field: AccountField) -> AccountChanges.Gender? {
        let value = form.values[.gender] ?? ""
        guard field.options.contains(where: { $0.value == value }) else {
            faults[field.name] = field.wanted
            return nil
        }
        return value.isEmpty ? .ratherNotSay : .said(value)
    }

    /// The new password, normalized; nil if it is missing or invalid.
    mutating func newPassword(isRequired: Bool, besides others: [String?]) -> String? {
        let typed = form.values[.password] ?? ""
        let again = form.values[.confirmation] ?? ""
        guard isRequired || !typed.isEmpty || !again.isEmpty else { return nil }
        let field = AccountField.named(.password)
        let confirmation = AccountField.named(.confirmation)
        guard !typed.isEmpty else {
            faults[.password] = field.blank
            if again.isEmpty { faults[.confirmation] = confirmation.blank }
            return nil
        }
        guard !CombiningMarks.isLimitExceeded(in: typed) else {
            faults[.password] = FieldFault.marks
            return nil
        }
        guard let password = Password.normalised(typed),
            (field.minimum...field.maximum).contains(password.count)
        else {
            faults[.password] = field.wanted
            return nil
        }
        if Password.hasHidden(password) {
            faults[.password] = FieldFault.passwordHidden
        } else if CommonPasswords.contains(password) {
            faults[.password] = FieldFault.passwordCommon
        } else if Password.isMade(password, of: others.compactMap(\.self)) {
            faults[.password] = FieldFault.passwordPersonal
        }
        if again.isEmpty {
            faults[.confirmation] = confirmation.blank
        } else if Password.normalised(again) != password {
            faults[.confirmation] = FieldFault.confirmationDifferent
        }
        return faults[.password] == nil && faults[.confirmation] == nil ? password : nil
    }

    /// The parent PIN; nil if it is missing or invalid.
    mutating func pin(isRequired: Bool) -> String? {
        let field = AccountField.named(.pin)
        let typed = form.values[.pin] ?? ""
        guard !typed.isEmpty else {
            if isRequired { faults[.pin] = field.blank }
            return nil
        }
        guard let pin = PIN.normalised(typed) else {
            faults[.pin] = field.wanted
            return nil
        }
        guard !PIN.isTrivial(pin), pin != form.values[.birthYear] else {
            faults[.pin] = FieldFault.pinTrivial
            return nil
        }
        return pin
    }

    /// The version of the terms, if it is the current one.
    mutating func terms(_ version: String) -> String? {
        let agreed = form.values[.terms] ?? ""
        guard agreed == version else {
            let field = AccountField.named(.terms)
            faults[.terms] = agreed.isEmpty ? field.blank : FieldFault.termsChanged
            return nil
        }
        return version
    }
}
