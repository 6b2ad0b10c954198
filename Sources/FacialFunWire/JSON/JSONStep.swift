/// A step from a JSON value to a value inside it.
package enum JSONStep: Hashable, Sendable {
    /// To the member of an object with this key.
    case name(String)
    /// To the element of a list at this index, from 0.
    case index(Int)
}

/// Formats a path, such as `emotions.happiness[2].threshold`; empty without steps.
func pathText(_ steps: [JSONStep]) -> String {
    steps.reduce(into: "") { text, step in
        switch step {
        case .name(let name): text += (text.isEmpty ? "" : ".") + printable(name)
        case .index(let index): text += "[\(index)]"
        }
    }
}
