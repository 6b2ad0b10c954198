/// One name and value of a JSON object.
public struct JSONMember: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: JSONValue

    /// Makes a member.
    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}
