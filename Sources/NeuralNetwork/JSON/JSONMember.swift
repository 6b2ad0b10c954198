/// One name and value of a JSON object.
public struct JSONMember: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: JSONValue
}
