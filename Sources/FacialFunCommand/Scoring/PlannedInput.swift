import CommandSupport

/// An input with decisions made before scoring.
struct PlannedInput: Sendable {
    /// The input.
    let item: InputItem
    /// The path of its pictures below the output folders, without suffix.
    let stem: InputPath

    /// Gives each input its name, in order.
    static func plan(_ items: [InputItem]) -> [PlannedInput] {
        var naming = OutputNaming(of: items)
        return items.map { PlannedInput(item: $0, stem: naming.stem(of: $0)) }
    }
}
