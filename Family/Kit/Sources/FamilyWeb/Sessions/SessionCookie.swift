package import FamilyAccounts
import Foundation
import HTTPTypes
package import Hummingbird

/// The cookie with a session's token.
///
/// `__Host-` binds it to this host, HTTPS and every path; scripts cannot read it, and requests from
/// other sites do not carry it.
package enum SessionCookie {
    /// The cookie's name.
    package static let name = "__Host-pet"

    /// The token of a request; nil if it is missing or malformed.
    package static func token(of request: Request) -> SessionToken? {
        request.cookies[name].flatMap { SessionToken($0.value) }
    }

    /// Sets the cookie.
    ///
    /// It lasts until the browser is closed; the server's session may expire earlier.
    package static func set(_ token: SessionToken, on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: token.text, path: "/", secure: true, httpOnly: true,
                sameSite: .strict))
    }

    /// Deletes the cookie.
    package static func clear(on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: "", maxAge: 0, path: "/", secure: true, httpOnly: true,
                sameSite: .strict))
    }
}
