/// The invalid fields of a form, each with the catalog's key of its error message.
public struct FieldFaults: Error, Hashable, Sendable {
    /// The keys, by field; never empty.
    public var keys: [AccountField.Name: String]

    /// Makes faults from keys.
    public init(_ keys: [AccountField.Name: String]) {
        self.keys = keys
    }
}

/// The catalog keys of faults other than a blank or invalid value.
enum FieldFault {
    static let usernameTaken = "field.username.taken"
    static let emailTaken = "field.email.taken"
    static let passwordHidden = "field.password.hidden"
    static let passwordCommon = "field.password.common"
    static let passwordPersonal = "field.password.personal"
    static let confirmationDifferent = "field.confirmation.different"
    static let pinTrivial = "field.pin.trivial"
    static let currentPasswordWrong = "field.current_password.wrong"
    static let currentPasswordBlank = "field.current_password.blank"
    static let termsChanged = "field.terms.changed"
    static let marks = "field.marks"

    static let keys = [
        usernameTaken, emailTaken, passwordHidden, passwordCommon, passwordPersonal,
        confirmationDifferent, pinTrivial, currentPasswordWrong, currentPasswordBlank, termsChanged,
        marks,
    ]
}
