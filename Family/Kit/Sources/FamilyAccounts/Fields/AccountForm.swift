/// The values of a submitted form, as typed; nil for missing fields.
public struct AccountForm: Hashable, Sendable {
    /// The values as they were typed.
    public var values: [AccountField.Name: String]
    /// The check box for statistics; nil if missing.
    public var agreesToStatistics: Bool?
    /// Whether "Create Account" is for a practice, which needs no child.
    public var isPractice: Bool

    /// Makes a form's content.
    public init(
        values: [AccountField.Name: String] = [:], agreesToStatistics: Bool? = nil,
        isPractice: Bool = false
    ) {
        self.values = values
        self.agreesToStatistics = agreesToStatistics
        self.isPractice = isPractice
    }

    /// A line of text as stored; nil if it is empty, too long, or contains invisible characters.
    public static func line(_ typed: String, most: Int) -> String? {
        guard let line = PlainText.line(typed, most: most), !line.isEmpty, line.count <= most else {
            return nil
        }
        return line
    }

    /// Whether the form changes something that requires the current password.
    public var isGuardedByPassword: Bool {
        [.username, .email, .password, .pin, .currentPassword].contains {
            values[$0]?.isEmpty == false
        }
    }

    /// The valid, normalized values of a form.
    public struct Accepted: Hashable, Sendable {
        /// The person's name.
        public var fullName: String?
        /// The year of birth.
        public var birthYear: Int?
        /// The new gender; nil if missing.
        public var gender: AccountChanges.Gender?
        /// The username.
        public var username: String?
        /// The email.
        public var email: String?
        /// The password, normalized; nil if it stays.
        public var password: String?
        /// The parent PIN, four digits; nil if it stays.
        public var pin: String?
        /// The version of the terms that was agreed to.
        public var termsVersion: String?
        /// The check box for statistics.
        public var agreesToStatistics: Bool?

        /// The child of the form; nil unless it has a name and a year of birth.
        public var child: NewPlayer? {
            guard let fullName, let birthYear else { return nil }
            let said: String? = if case .said(let word) = gender { word } else { nil }
            return NewPlayer(name: fullName, birthYear: birthYear, gender: said)
        }
    }

    /// Validates a form for a new account.
    ///
    /// - Parameters:
    ///   - termsVersion: The current version of the terms.
    ///   - year: The current year.
    /// - Returns: The values, all present; a practice may lack the child.
    /// - Throws: ``FieldFaults`` with every invalid field.
    public func acceptedForCreation(
        termsVersion: String, year: Int
    ) throws(FieldFaults) -> Accepted {
        var check = FormCheck(form: self, year: year)
        var accepted = check.common(AccountField.creation(hasChild: hasChild))
        accepted.password = check.newPassword(
            isRequired: true, besides: [accepted.username, accepted.email, accepted.fullName])
        accepted.pin = check.pin(isRequired: true)
        accepted.termsVersion = check.terms(termsVersion)
        accepted.agreesToStatistics = agreesToStatistics ?? false
        guard check.faults.isEmpty else { throw FieldFaults(check.faults) }
        return accepted
    }

    /// Whether "Create Account" includes a child: always in a family, in a practice if the form
    /// describes one.
    private var hasChild: Bool {
        !isPractice
            || AccountField.child.contains { !(values[$0.name] ?? "").allSatisfy(\.isWhitespace) }
    }

    /// Validates a form for a child of the family: name, year of birth, gender.
    ///
    /// - Parameter year: The current year.
    /// - Returns: The child.
    /// - Throws: ``FieldFaults`` with every invalid field.
    public func acceptedForChild(year: Int) throws(FieldFaults) -> NewPlayer {
        var check = FormCheck(form: self, year: year)
        let accepted = check.common(AccountField.child)
        guard check.faults.isEmpty, let child = accepted.child else {
            throw FieldFaults(check.faults)
        }
        return child
    }

    /// Validates a form that changes an account; missing fields stay unchanged.
    ///
    /// A blank password or PIN stays unchanged, too.
    ///
    /// - Parameters:
    /// - account: The present account.
    /// - year: The current year.
    /// - Returns: The values to change.
    /// - Throws: ``FieldFaults`` with every invalid field.
    public func acceptedForEditing(
        _ account: Account, year: Int
    ) throws(FieldFaults) -> Accepted {
        var check = FormCheck(form: self, year: year)
        let sent = AccountField.editing.filter { values[$0.name] != nil }
        var accepted = check.common(sent)
        let others = [
            accepted.username ?? account.username, accepted.email ?? account.email,
            accepted.fullName,
        ]
        accepted.password = check.newPassword(isRequired: false, besides: others)
        accepted.pin = check.pin(isRequired: false)
        accepted.agreesToStatistics = agreesToStatistics
        if accepted.username == account.username { accepted.username = nil }
        if accepted.email == account.email { accepted.email = nil }
        guard check.faults.isEmpty else { throw FieldFaults(check.faults) }
        return accepted
    }
}
