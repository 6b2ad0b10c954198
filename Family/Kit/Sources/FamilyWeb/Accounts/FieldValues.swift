package import FamilyAccounts

/// The fields of account forms for templates.
package enum FieldValues {
    /// The fields of "Create Account", without the check boxes, which are in the template.
    ///
    /// A practice has no fields of a child. `form` contains the entered values without passwords
    /// and PINs; `faults` has the messages of invalid fields.
    package static func forCreation(
        content: any TextCatalog, language: String, for kind: HouseholdKind = .family,
        form: AccountForm = AccountForm(), faults: [String: String] = [:]
    ) -> [[String: Any]] {
        fields(
            AccountField.creation(hasChild: kind == .family), values: form.values, faults: faults,
            content: content, language: language, kind: kind, hasGroups: true)
    }

    /// The fields of "Edit Account" with the stored values.
    static func forEditing(
        _ account: Account, player: Player?, content: any TextCatalog, language: String,
        form: AccountForm = AccountForm(), faults: [String: String] = [:]
    ) -> [[String: Any]] {
        let values: [AccountField.Name: String] = [
            .fullName: player?.name ?? "", .birthYear: player.map { "\($0.birthYear)" } ?? "",
            .gender: player?.gender ?? "", .username: account.username, .email: account.email,
        ]
        let shown = AccountField.editing.filter {
            player != nil || !AccountField.child.map(\.name).contains($0.name)
        }
        return fields(
            shown, values: values.merging(form.values) { $1 }, faults: faults,
            content: content, language: language, kind: account.kind, hasGroups: true)
    }

    /// The fields of an invitation: a login, or only a new password.
    static func forLogin(
        isPassword: Bool, content: any TextCatalog, language: String, form: AccountForm,
        faults: [String: String]
    ) -> [[String: Any]] {
        let names: [AccountField.Name] = isPassword ? [] : [.username, .email]
        return fields(
            names.map(AccountField.named) + AccountField.passwords, values: form.values,
            faults: faults, content: content, language: language)
    }

    private static func fields(
        _ fields: [AccountField], values: [AccountField.Name: String],
        faults: [String: String], content: any TextCatalog, language: String,
        kind: HouseholdKind = .family, hasGroups: Bool = false
    ) -> [[String: Any]] {
        func words(_ key: String) -> String { content.text(key, language: language) ?? key }
        return fields.filter { $0.kind != .checkbox && $0.name != .currentPassword }.map { field in
            let isSecret = [.password, .confirmation, .pin].contains(field.name)
            let value = isSecret ? "" : values[field.name] ?? ""
            var result: [String: Any] = [
                "name": field.name.rawValue, "label": words(field.label),
                "type": field.kind.rawValue,
                "autocomplete": field.autocomplete, "value": value, "required": field.isRequired,
                "minimum": field.minimum, "maximum": field.maximum,
                "sentence": words(field.wanted),
            ]
            if let fault = faults[field.name.rawValue] { result["fault"] = fault }
            if let why = field.why(for: kind) { result["why"] = words(why) }
            // A heading separates the child's profile from the adult's login.
            let groups: [AccountField.Name: String] = [.fullName: "child", .username: "login"]
            if hasGroups, let group = groups[field.name] {
                result["group"] = [
                    "title": words("create.\(group)"),
                    "sentence": words("create.\(group)_sentence"),
                ]
            }
            if let pattern = field.pattern { result["pattern"] = pattern }
            if let inputMode = field.inputMode { result["inputMode"] = inputMode }
            if !field.options.isEmpty {
                result["options"] = field.options.map { option -> [String: Any] in
                    [
                        "value": option.value, "label": words(option.label),
                        "chosen": option.value == value,
                    ]
                }
            }
            return result
        }
    }
}
