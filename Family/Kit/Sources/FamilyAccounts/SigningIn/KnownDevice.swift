import Crypto
import Foundation

/// A browser in which a user has logged in before.
///
/// Wrong passwords lock an account for a minute, so constant guessing by others would lock out its
/// owner. A known device is exempt. Its token is bound to the account and the current password by a
/// keyed hash, so nothing has to be stored, and a new password invalidates all tokens.
public struct KnownDevice: Hashable, Sendable {
    private static let nonceBytes = 16

    private let account: Int64
    private let nonce: [UInt8]
    private let code: [UInt8]

    /// Creates the token for a browser.
    ///
    /// - Parameter credentials: The account that was logged in to.
    init(_ credentials: Credentials) {
        account = credentials.account.login.rawValue
        nonce = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        code = Self.code(account, nonce, credentials)
    }

    /// Parses a token; nil if it is invalid.
    public init?(_ text: String) {
        guard text.utf8.count <= 200 else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let account = Int64(String(decoding: parts[0], as: UTF8.self)),
            let nonce = Self.bytes(parts[1]), nonce.count == Self.nonceBytes,
            let code = Self.bytes(parts[2]), code.count == SHA256.byteCount
        else { return nil }
        (self.account, self.nonce, self.code) = (account, nonce, code)
    }

    /// The login that signed in; unverified until ``isKnown(to:)`` confirms it.
    var login: LoginID { LoginID(rawValue: account) }

    /// The token: the account's number, random digits, and a keyed hash of both.
    public var text: String { "\(account).\(Self.digits(nonce)).\(Self.digits(code))" }

    /// Identifies the device when failures are counted.
    var name: String { "device \(Self.digits(nonce))" }

    /// Whether a user has signed in to the account on this device with its present password.
    func isKnown(to credentials: Credentials) -> Bool {
        account == credentials.account.login.rawValue
            && HMAC<SHA256>.isValidAuthenticationCode(
                code, authenticating: Self.message(account, nonce), using: Self.key(credentials))
    }

    private static func code(
        _ account: Int64, _ nonce: [UInt8], _ credentials: Credentials
    ) -> [UInt8] {
        Array(
            HMAC<SHA256>.authenticationCode(
                for: message(account, nonce), using: key(credentials)))
    }

    private static func message(_ account: Int64, _ nonce: [UInt8]) -> [UInt8] {
        Array("known device \(account) \(digits(nonce))".utf8)
    }

    /// The secret is the password's hash, which never leaves the server.
    private static func key(_ credentials: Credentials) -> SymmetricKey {
        SymmetricKey(data: SHA256.hash(data: Array(credentials.passwordHash.utf8)))
    }

    private static func digits(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func bytes(_ digits: some Collection<UInt8>) -> [UInt8]? {
        let values = digits.compactMap { digit -> UInt8? in
            switch digit {
            case 0x30...0x39: digit - 0x30
            case 0x61...0x66: digit - 0x61 + 10
            default: nil
            }
        }
        guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
