import Foundation
import HTTPTypes
import Hummingbird
import TrainerAccounts

/// The cookie that holds a session's token.
///
/// `__Host-` binds it to this host, this scheme and every path; scripts cannot read it, and no other
/// site's request carries it.
enum SessionCookie {
    static let name = "__Host-pet"

    /// The token of a request; nil where it has none that could be one.
    static func token(of request: Request) -> SessionToken? {
        request.cookies[name].flatMap { SessionToken($0.value) }
    }

    /// Gives a browser its token; it lasts until the browser is closed, and on the server less.
    static func set(_ token: SessionToken, on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: token.text, path: "/", secure: true, httpOnly: true,
                sameSite: .strict))
    }

    /// Takes the token away.
    static func clear(on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: "", maxAge: 0, path: "/", secure: true, httpOnly: true,
                sameSite: .strict))
    }
}
