/// One name and value of a JSON object.
package struct JSONMember: Hashable, Sendable {
    /// The name.
    package let name: String
    /// The value.
    package let value: JSONValue

    /// Makes a member.
    package init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}
