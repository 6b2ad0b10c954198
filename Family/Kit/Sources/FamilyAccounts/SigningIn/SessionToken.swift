import Crypto
import Foundation

/// The token of a session: 128 random bits.
///
/// Only its SHA-256 is stored. A slow hash is unnecessary, because the token cannot be guessed.
public struct SessionToken: Hashable, Sendable {
    private let bytes: Data

    /// Makes a new token.
    public init() {
        bytes = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    }

    /// Parses a cookie's value; nil if it is not a token.
    public init?(_ text: String) {
        guard text.utf8.count == 32 else { return nil }
        var bytes = Data(capacity: 16)
        var rest = Array(text.utf8)[...]
        while let high = rest.popFirst().flatMap(Self.value),
            let low = rest.popFirst().flatMap(Self.value)
        {
            bytes.append(high << 4 | low)
        }
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// The cookie's value: 32 hexadecimal digits in lower case.
    public var text: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The digest that the database stores.
    public var digest: SessionDigest {
        guard let digest = SessionDigest(SHA256.hash(data: bytes)) else {
            preconditionFailure("SHA-256 has 32 bytes")
        }
        return digest
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
