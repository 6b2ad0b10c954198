/// A JSON document in memory (RFC 8259).
///
/// Readers of hand-written files (a network's manifest, the levels of the game) must reject what
/// Foundation's decoder accepts: duplicate keys, and nesting that overflows the stack. This parser
/// also starts without Foundation and knows the line of each value.
package enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent that fits 64 bits.
    case integer(Int)
    /// Any other number.
    ///
    /// A parsed value is finite; other non-finite values are written as `null`.
    case number(Double)
    /// A single-precision number, for writing only: parsing gives ``number(_:)``.
    case float(Float)
    /// A string.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// An object: its members in the order of the text, without duplicate keys.
    case members([JSONMember])

    /// Creates an object from keys and values in order.
    package static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .members(members.map { JSONMember(name: $0.0, value: $0.1) })
    }

    /// Creates a number, or `null` for nil.
    package init(_ number: Double?) { self = number.map { .number($0) } ?? .null }

    /// Creates a number, or `null` for nil.
    package init(_ number: Int?) { self = number.map { .integer($0) } ?? .null }

    /// The member of an object with this key; `nil` without it and for values other than objects.
    package subscript(name: String) -> JSONValue? {
        guard case .members(let members) = self else { return nil }
        return members.first { $0.name.hasSameUTF8(as: name) }?.value
    }

    /// Kind of value, in words for an error message.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a truth value"
        case .integer, .number, .float: "a number"
        case .string: "a string"
        case .array: "a list"
        case .members: "an object"
        }
    }
}
