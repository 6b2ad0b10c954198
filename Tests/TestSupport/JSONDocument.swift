package import Foundation

/// A parsed JSON value, for tests of a program's output.
package enum JSONDocument: Decodable, Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONDocument])
    case object([String: JSONDocument])

    /// Parses JSON text.
    package init(parsing data: Data) throws {
        self = try JSONDecoder().decode(JSONDocument.self, from: data)
    }

    /// Decodes a value of any kind.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {  // each kind is tried in turn
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONDocument].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONDocument].self))
        }
    }

    /// The member of an object; nil if it is missing or this is not an object.
    package subscript(key: String) -> JSONDocument? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The elements of an array; empty if this is not an array.
    package var elements: [JSONDocument] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The keys of an object, sorted; empty if this is not an object.
    package var keys: [String] {
        guard case .object(let members) = self else { return [] }
        return members.keys.sorted()
    }

    /// The text of a string; nil if this is not a string.
    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The value of a number; nil if this is not a number.
    package var number: Double? {
        guard case .number(let value) = self else { return nil }
        return value
    }
}
