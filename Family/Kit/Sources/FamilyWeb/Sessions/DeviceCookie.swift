package import FamilyAccounts
package import Hummingbird

/// The cookie that identifies a browser in which a family has signed in before.
///
/// It grants no access; it only prevents that other people's guesses lock out the owner.
package enum DeviceCookie {
    /// The cookie's name.
    package static let name = "__Host-pet-device"
    /// Maximum lifetime of a cookie in browsers: 400 days.
    private static let seconds = 400 * 24 * 60 * 60

    /// The device of a request; nil if it is unknown or the cookie is malformed.
    package static func device(of request: Request) -> KnownDevice? {
        request.cookies[name].flatMap { KnownDevice($0.value) }
    }

    /// Makes a browser a known device.
    ///
    /// Call it after the session cookie is set.
    package static func set(_ device: KnownDevice, on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: device.text, maxAge: seconds, path: "/", secure: true,
                httpOnly: true, sameSite: .strict))
    }
}
