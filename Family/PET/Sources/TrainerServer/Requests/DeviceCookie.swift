import Hummingbird
import TrainerAccounts

/// The cookie by which a browser is known in which a family has signed in before.
///
/// It opens nothing; it only keeps the owner from being denied for what others guessed.
enum DeviceCookie {
    static let name = "__Host-pet-device"
    /// The longest that browsers keep a cookie: 400 days.
    private static let seconds = 400 * 24 * 60 * 60

    /// The device of a request; nil where it is not known or shows something else.
    static func device(of request: Request) -> KnownDevice? {
        request.cookies[name].flatMap { KnownDevice($0.value) }
    }

    /// Lets a browser be known from now on; called after the session's cookie is set.
    static func set(_ device: KnownDevice, on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: device.text, maxAge: seconds, path: "/", secure: true,
                httpOnly: true, sameSite: .strict))
    }
}
