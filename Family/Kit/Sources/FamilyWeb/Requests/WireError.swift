import FamilyText
import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore

/// An error response: a stable code, and a message for the user.
package struct WireError: Error, HTTPResponseError, Sendable {
    package let status: HTTPResponse.Status
    /// A stable code that scripts can check.
    package let code: String
    /// A message for the user.
    package let message: String
    /// Messages for the invalid fields of a form.
    package var fields: [String: String]?
    /// Seconds to wait before a retry.
    package var seconds: Int?
    /// The methods that the address supports, if the request used another one.
    package var allowed: [HTTPRequest.Method] = []
    /// The number of attempts left before the account is locked.
    package var triesLeft: Int?

    package init(
        _ status: HTTPResponse.Status, _ code: String, _ message: String,
        fields: [String: String]? = nil, seconds: Int? = nil, triesLeft: Int? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.fields = fields
        self.seconds = seconds
        self.triesLeft = triesLeft
    }

    package static let signedOut = WireError(.unauthorized, "signed_out", "Please log in.")
    package static let notFound = WireError(
        .notFound, "not_found", "There is nothing at this address.")

    /// A letter has more combining marks than any language needs.
    package static let tooManyMarks = WireError(
        .unprocessableContent, "too_many_marks",
        "A letter can have at most \(CombiningMarks.longestRun) accents. Remove some.")

    /// Checks the combining marks of a field's text.
    ///
    /// - Throws: `too_many_marks` (422) with the field.
    package static func checkMarks(in text: String?, field: String) throws(WireError) {
        guard CombiningMarks.isLimitExceeded(in: text ?? "") else { return }
        var error = tooManyMarks
        error.fields = [field: "too_many_marks"]
        throw error
    }

    /// The address does not support the request's method (RFC 9110, section 15.5.6).
    package static func methodNotAllowed(_ allowed: [HTTPRequest.Method]) -> WireError {
        var error = WireError(
            .methodNotAllowed, "method_not_allowed",
            "This address does not support the method. Use "
                + allowed.map(\.rawValue).joined(separator: ", ") + ".")
        error.allowed = allowed
        return error
    }

    private struct Body: Encodable {
        let code: String
        let message: String
        let fields: [String: String]?
        let seconds: Int?
        let triesLeft: Int?
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        let body = Body(
            code: code, message: message, fields: fields, seconds: seconds, triesLeft: triesLeft)
        var response = try WireJSON.response(body, status: status)
        if let seconds { response.headers[.retryAfter] = "\(seconds)" }
        if !allowed.isEmpty {
            response.headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ")
        }
        return response
    }
}
