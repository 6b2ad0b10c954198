import Foundation
import HTTPTypes
package import Hummingbird

/// The fields of an HTML form that a browser sends without a script.
package struct FormBody: Sendable {
    /// The media type.
    package static let mediaType = "application/x-www-form-urlencoded"

    private let values: [String: String]

    /// The value of a field; empty if it was not sent.
    package subscript(name: String) -> String { values[name] ?? "" }

    /// Whether a field was sent: a ticked check box, for example.
    package func contains(_ name: String) -> Bool { values[name] != nil }

    /// Whether a request comes from an HTML form.
    package static func isSent(by request: Request) -> Bool {
        guard let type = request.headers[.contentType] else { return false }
        return type.prefix { $0 != ";" }.lowercased() == mediaType
    }

    /// Reads the body of a request.
    ///
    /// - Throws: `not_form`, `too_large`, `too_slow`, or `malformed`.
    package static func read(
        from request: Request, context: FamilyContext
    ) async throws -> FormBody {
        guard isSent(by: request) else {
            throw WireError(
                .unsupportedMediaType, "not_form", "The request's body must be \(mediaType).")
        }
        let bytes = try await WireJSON.collect(
            request, context: context, limit: context.maxUploadSize)
        guard let form = FormBody(String(buffer: bytes)) else {
            throw WireError(.badRequest, "malformed", "The form cannot be read.")
        }
        return form
    }

    /// Decodes `name=value&…`; nil if an escape is not hexadecimal or not UTF-8, or if a name is
    /// repeated.
    init?(_ text: String) {
        var values: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]),
                let value = parts.count > 1 ? Self.decoded(parts[1]) : "",
                values.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        self.values = values
    }

    private static func decoded(_ text: Substring) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }
}
