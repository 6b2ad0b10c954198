import FamilyText
import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore

/// A refusal as the browser gets it: a stable code, and a sentence for the person.
package struct WireError: Error, HTTPResponseError, Sendable {
    package let status: HTTPResponse.Status
    /// Stable: modules decide by it.
    package let code: String
    /// A sentence for the person.
    package let message: String
    /// Which fields of a form are at fault, each with its sentence.
    package var fields: [String: String]?
    /// How long to wait, in whole seconds.
    package var seconds: Int?
    /// The methods that the address offers, where another one was asked for.
    package var allowed: [HTTPRequest.Method] = []
    /// How many tries are left before the account is denied.
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

    /// A letter carries more combining marks than any language needs.
    package static let tooManyMarks = WireError(
        .unprocessableContent, "too_many_marks",
        "One letter may carry at most \(CombiningMarks.longestRun) accents. Write fewer.")

    /// Checks the combining marks of a field's text.
    ///
    /// - Throws: `too_many_marks` (422) with the field.
    package static func checkMarks(in text: String?, field: String) throws(WireError) {
        guard CombiningMarks.exceedLimit(in: text ?? "") else { return }
        var error = tooManyMarks
        error.fields = [field: "too_many_marks"]
        throw error
    }

    /// An address does not offer the method that it was asked for (RFC 9110, section 15.5.6).
    package static func methodNotAllowed(_ allowed: [HTTPRequest.Method]) -> WireError {
        var error = WireError(
            .methodNotAllowed, "method_not_allowed",
            "This address cannot be asked in this way. It takes "
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
