/// An error in serving the game to the home network.
public struct HomeNetworkError: Error, CustomStringConvertible, Sendable {
    /// The kind of failure; stable.
    public enum Code: String, Sendable {
        /// A file of a certificate or key cannot be read.
        case cannotRead = "cannot_read"
        /// A file cannot be written.
        case cannotWrite = "cannot_write"
        /// A file contains no certificate, or a damaged one.
        case badCertificate = "bad_certificate"
        /// A file contains no private key, or one that is damaged or password-protected.
        case badKey = "bad_key"
        /// A private key is readable by users other than its owner.
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

    /// The kind of failure.
    public let code: Code
    /// The problem and its remedy.
    public let message: String
    /// The underlying error, if any.
    public let cause: (any Error)?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}
