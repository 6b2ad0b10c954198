/// One step from a JSON value to a value within it.
package enum JSONStep: Hashable, Sendable {
    /// To the member of an object with this name.
    case name(String)
    /// To the element of a list at this place, from 0.
    case index(Int)
}

/// The path that some steps make, as `emotions.happiness[2].threshold`; empty for no step.
func pathText(_ steps: [JSONStep]) -> String {
    steps.reduce(into: "") { text, step in
        switch step {
        case .name(let name): text += (text.isEmpty ? "" : ".") + printable(name)
        case .index(let index): text += "[\(index)]"
        }
    }
}
