/// A field of the account's forms, defined once for the pages and for validation by the server.
///
/// For each field, the catalog has the keys ``label`` and ``wanted``, and `field.<word>.blank` if
/// it is required.
public struct AccountField: Hashable, Sendable {
    /// The fields; the raw value is the name in forms and JSON.
    public enum Name: String, CaseIterable, Codable, Sendable {
        case fullName, birthYear, gender, username, email, password, confirmation, pin, terms
        case statistics, currentPassword

        /// The name in the catalog's keys.
        public var word: String {
            switch self {
            case .fullName: "full_name"
            case .birthYear: "birth_year"
            case .currentPassword: "current_password"
            default: rawValue
            }
        }
    }

    /// The kind of control; the raw value is the `type` attribute in HTML, or the element's name.
    public enum Kind: String, Sendable {
        case text, email, password, checkbox, select
    }

    /// One choice of a field of kind `select`.
    public struct Option: Hashable, Sendable {
        /// The submitted value.
        public var value: String
        /// The catalog's key of the label.
        public var label: String
    }

    /// The field's name.
    public var name: Name
    /// The kind of control.
    public var kind: Kind
    /// HTML's `autocomplete`.
    public var autocomplete: String
    /// HTML's `inputmode`; nil for the usual keyboard.
    public var inputMode: String?
    /// Whether the field is required.
    public var isRequired: Bool
    /// The fewest characters.
    public var minimum: Int
    /// The most characters.
    public var maximum: Int
    /// A pattern that the whole value must match, valid in JavaScript (flag `u` or `v`) and in
    /// Swift.
    public var pattern: String?
    /// The choices, in order; empty except for `select`.
    public var options: [Option] = []

    /// The catalog's key of the label (B4, B6).
    public var label: String { "field.\(name.word).label" }
    /// The catalog's key of the error message (B4).
    public var wanted: String { "field.\(name.word).wanted" }
    /// The catalog's key of the sentence for a required field that is blank (A6).
    public var blank: String { "field.\(name.word).blank" }

    /// The catalog's key of the explanation below the field; nil if it needs none.
    public func why(for kind: HouseholdKind) -> String? {
        guard name == .pin else { return nil }
        return kind == .practice ? "field.pin.practice_why" : "field.pin.why"
    }
}

extension AccountField {
    /// The definition of a field.
    public static func named(_ name: Name) -> AccountField {
        switch name {
        case .fullName:
            AccountField(
                name: name, kind: .text, autocomplete: "name", isRequired: true, minimum: 1,
                maximum: 60)
        case .birthYear:
            AccountField(
                name: name, kind: .text, autocomplete: "bday-year", inputMode: "numeric",
                isRequired: true, minimum: 4, maximum: 4, pattern: "(19|20)[0-9]{2}")
        case .gender:
            AccountField(
                name: name, kind: .select, autocomplete: "sex", isRequired: false, minimum: 0,
                maximum: 6,
                options: ["", "female", "male", "other"].map { value in
                    let word = value.isEmpty ? "rather_not_say" : value
                    return Option(value: value, label: "field.gender.options.\(word)")
                })
        case .username:
            AccountField(
                name: name, kind: .text, autocomplete: "username", isRequired: true, minimum: 3,
                maximum: 20, pattern: #"[\p{L}\p{M}\p{Nd}]+"#)
        case .email:
            AccountField(
                name: name, kind: .email, autocomplete: "email", isRequired: true, minimum: 6,
                maximum: 254, pattern: #"[^\s@]+@[^\s@.]+(\.[^\s@.]+)+"#)
        case .password:
            AccountField(
                name: name, kind: .password, autocomplete: "new-password", isRequired: true,
                minimum: 6, maximum: 128)
        case .confirmation:
            AccountField(
                name: name, kind: .password, autocomplete: "new-password", isRequired: true,
                minimum: 6, maximum: 128)
        case .currentPassword:
            AccountField(
                name: name, kind: .password, autocomplete: "current-password", isRequired: true,
                minimum: 1, maximum: 128)
        case .pin:
            // The text stays visible: a parent chooses the name here and does not type it again.
            AccountField(
                name: name, kind: .text, autocomplete: "off", inputMode: "numeric",
                isRequired: true, minimum: 4, maximum: 4, pattern: "[0-9]{4}")
        case .terms:
            AccountField(
                name: name, kind: .checkbox, autocomplete: "off", isRequired: true, minimum: 1,
                maximum: 40)
        case .statistics:
            AccountField(
                name: name, kind: .checkbox, autocomplete: "off", isRequired: false, minimum: 0,
                maximum: 5)
        }
    }

    /// The fields of "Create Account" in their order (A6).
    public static let creation: [AccountField] = names(
        .fullName, .birthYear, .gender, .username, .email, .password, .confirmation, .pin,
        .terms, .statistics
    ).map(named)

    /// The fields of "Create Account" with or without the child's.
    public static func creation(hasChild: Bool) -> [AccountField] {
        hasChild ? creation : creation.filter { !child.contains($0) }
    }

    /// The fields of "Edit Account" in their order (A14).
    ///
    /// The new password and the PIN are optional. The current password is required to change
    /// username, email, password or PIN.
    public static let editing: [AccountField] = names(
        .fullName, .birthYear, .gender, .username, .email, .password, .confirmation, .pin,
        .currentPassword, .statistics
    ).map { name in
        var field = named(name)
        switch name {
        case .password, .confirmation, .pin, .currentPassword: field.isRequired = false
        default: break
        }
        return field
    }

    /// The fields of a child of the family in their order.
    public static let child: [AccountField] = names(.fullName, .birthYear, .gender).map(named)

    /// The fields of a new password and its confirmation.
    public static let passwords: [AccountField] = names(.password, .confirmation).map(named)

    private static func names(_ names: Name...) -> [Name] { names }

    /// All catalog keys that forms can show.
    public static var catalogueKeys: Set<String> {
        // Pages suggest a correction of a mistyped email domain.
        var keys = Set(FieldFault.keys + ["field.email.correction", "field.email.use"])
        for field in (creation + editing) {
            keys.formUnion([field.label, field.wanted])
            keys.formUnion(field.options.map(\.label))
            keys.formUnion(HouseholdKind.allCases.compactMap(field.why(for:)))
            if field.isRequired { keys.insert(field.blank) }
        }
        return keys
    }
}
