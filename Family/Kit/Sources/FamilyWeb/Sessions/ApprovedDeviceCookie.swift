package import FamilyAccounts
import Foundation
import HTTPTypes
package import Hummingbird

/// The cookie of a device that a parent approved.
package enum ApprovedDeviceCookie {
    /// The cookie's name.
    package static let name = "__Host-family-device"
    /// Maximum lifetime of a cookie in browsers, in seconds: 400 days.
    private static let lifetime = 400 * 24 * 60 * 60

    /// The token of a request; nil if it is missing or malformed.
    package static func token(of request: Request) -> SessionToken? {
        request.cookies[name].flatMap { SessionToken($0.value) }
    }

    /// Sets the cookie.
    package static func set(_ token: SessionToken, on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: token.text, maxAge: lifetime, path: "/", secure: true,
                httpOnly: true, sameSite: .strict))
    }

    /// Deletes the cookie.
    package static func clear(on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: "", maxAge: 0, path: "/", secure: true, httpOnly: true,
                sameSite: .strict))
    }
}
