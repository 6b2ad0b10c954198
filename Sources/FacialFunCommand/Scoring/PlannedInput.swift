import CommandSupport

/// An input with what is decided about it before any is scored.
struct PlannedInput: Sendable {
    /// The input.
    let item: InputItem
    /// Where its pictures go below the output folders, without suffix.
    let stem: InputPath

    /// Gives each input its name, in order.
    static func plan(_ items: [InputItem]) -> [PlannedInput] {
        var naming = OutputNaming(of: items)
        return items.map { PlannedInput(item: $0, stem: naming.stem(of: $0)) }
    }
}
