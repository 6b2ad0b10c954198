/// Why the game cannot be served to the house's network.
public struct HomeNetworkError: Error, CustomStringConvertible, Sendable {
    /// What kind of failure it is; stable.
    public enum Code: String, Sendable {
        /// A file of a certificate or key cannot be read.
        case cannotRead = "cannot_read"
        /// A file cannot be written.
        case cannotWrite = "cannot_write"
        /// A file holds no certificate, or one that is broken.
        case badCertificate = "bad_certificate"
        /// A file holds no private key, or one that is broken or locked by a password.
        case badKey = "bad_key"
        /// Others than its owner can read a private key.
        case keyIsPublic = "key_is_public"
        /// The private key belongs to another certificate.
        case mismatch
        /// The certificate has expired.
        case expired
        /// The certificate is not valid yet.
        case notYetValid = "not_yet_valid"
        /// A text does not fit into a QR code.
        case tooLong = "too_long"
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened and what to do about it.
    public let message: String
    /// The error behind it, where there is one.
    public let cause: (any Error)?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}
