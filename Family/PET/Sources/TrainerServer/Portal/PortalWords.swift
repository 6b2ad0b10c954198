import TrainerContent
import TrainerRules

/// The words of the portal, from a language's catalogue.
struct PortalWords: Sendable {
    private let texts: [String: String]

    /// Takes a language's texts; a missing text is shown as its key.
    init(_ texts: [String: String]) {
        self.texts = texts
    }

    /// A text by its key below `portal.`, with its placeholders filled.
    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        var text = texts["portal.\(key)"] ?? key
        for (name, value) in values { text = text.replacing("{\(name)}", with: value) }
        return text
    }

    /// The title of a table.
    func title(_ table: PortalTable) -> String { self("table.\(key(table.name))") }

    /// The table's short name, for the list of all tables.
    func short(_ table: PortalTable) -> String { self("menu.\(key(table.name))") }

    /// The name of a property.
    func name(_ dimension: PortalTable.Dimension) -> String {
        self("dimension.\(dimension.rawValue)")
    }

    /// The name of a property's value; levels, ages and steps are their own names.
    func name(_ value: String, of dimension: PortalTable.Dimension) -> String {
        switch dimension {
        case .emotion, .shown, .chosen: self("emotion.\(value)")
        case .picture, .part, .questions: self("value.\(value)")
        case .level: self("value.level", ["number": value])
        case .age, .step: value.replacing("-", with: "–")
        }
    }

    private func key(_ name: String) -> String { name.replacing("-", with: "_") }
}
