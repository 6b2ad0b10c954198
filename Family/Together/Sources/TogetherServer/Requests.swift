package import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird

extension FamilyContext {
    /// An identifier in the path, in lower case.
    ///
    /// - Throws: `not_found` if it is not a UUID.
    func together(_ name: String) throws(WireError) -> String {
        guard let id = parameters.get(name).flatMap({ UUID(uuidString: $0) }) else {
            throw .notFound
        }
        return id.uuidString.lowercased()
    }

    /// A number in the path.
    ///
    /// - Throws: `not_found` if it is not a number.
    func number<Number: FixedWidthInteger>(_ name: String) throws(WireError) -> Number {
        guard let number = parameters.get(name).flatMap({ Number($0) }) else { throw .notFound }
        return number
    }
}

/// Name and description as the page showed them, to detect changes by other members.
package struct TextsBefore: Decodable, Sendable {
    package let name: String
    package let description: String

    /// - Throws: `changed_elsewhere` (409) with the stored texts.
    package func check(name now: String, description: String) throws(WireError) {
        guard name != now || self.description != description else { return }
        throw .changedElsewhere(["name": now, "description": description])
    }
}

extension WireError {
    /// Another member has changed the text since the page showed it; `now` is the stored text.
    package static func changedElsewhere(_ now: [String: String]) -> WireError {
        WireError(
            .conflict, "changed_elsewhere",
            "Another member has changed this. Reload the page and check it first.",
            fields: now)
    }
}

extension Request {
    /// The size of a page: 50, or `limit` up to 200.
    ///
    /// - Throws: `out_of_range` (422).
    func limit() throws(WireError) -> Int {
        guard let text = uri.queryParameters["limit"] else { return 50 }
        guard let limit = Int(text), (1...200).contains(limit) else {
            throw WireError(
                .unprocessableContent, "out_of_range", "limit must be 1 to 200.",
                fields: ["limit": "out_of_range"])
        }
        return limit
    }

    /// A window of time from `from` and `to`.
    ///
    /// - Throws: `bad_time` or `out_of_range` (422).
    func window(days most: Int) throws(WireError) -> Range<Int64> {
        let from = try Moment.seconds(String(uri.queryParameters["from"] ?? ""), field: "from")
        let to = try Moment.seconds(String(uri.queryParameters["to"] ?? ""), field: "to")
        guard from < to, to - from <= Int64(most) * 86_400 else {
            throw WireError(
                .unprocessableContent, "out_of_range",
                "\"to\" must come after \"from\", by at most \(most) days.",
                fields: ["to": "out_of_range"])
        }
        return from..<to
    }
}
