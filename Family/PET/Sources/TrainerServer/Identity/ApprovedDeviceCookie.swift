import Foundation
import HTTPTypes
import Hummingbird
import TrainerAccounts
import TrainerStore

/// The cookie of a device that a parent approved.
enum ApprovedDeviceCookie {
    static let name = "__Host-family-device"
    /// The longest that browsers keep a cookie, in seconds: 400 days.
    private static let lifetime = 400 * 24 * 60 * 60

    /// The token of a request; nil where it has none that could be one.
    static func token(of request: Request) -> SessionToken? {
        request.cookies[name].flatMap { SessionToken($0.value) }
    }

    /// Gives a browser its token.
    static func set(_ token: SessionToken, on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: token.text, maxAge: lifetime, path: "/", secure: true,
                httpOnly: true, sameSite: .strict))
    }

    /// Takes the token away.
    static func clear(on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: "", maxAge: 0, path: "/", secure: true, httpOnly: true,
                sameSite: .strict))
    }
}
