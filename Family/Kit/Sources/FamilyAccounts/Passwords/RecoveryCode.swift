import Crypto
import Foundation

/// A code that sets a new password once: 20 characters with 100 random bits.
///
/// It is shown once, when it is made; the database stores its scrypt hash. The alphabet has no
/// ambiguous characters, and parsing ignores case, spaces and hyphens.
public struct RecoveryCode: Hashable, Sendable {
    private static let alphabet = Array("ABCDEFGHJKMNPQRSTVWXYZ0123456789")
    private static let length = 20

    private let characters: [Character]

    /// Makes a new code.
    public init() {
        // 32 characters: five bits of a random byte choose one without bias.
        let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        characters = bytes.prefix(Self.length).map { Self.alphabet[Int($0 & 31)] }
    }

    /// Parses a code as typed; nil if it is invalid.
    public init?(_ typed: String) {
        guard typed.utf8.count <= 200 else { return nil }
        var characters: [Character] = []
        for character in typed.precomposedStringWithCompatibilityMapping.uppercased() {
            switch character {
            case "-", " ", "\t", "\n", "\r\n", "\u{2010}", "\u{2011}", "\u{2013}": continue
            // Letters that are not in the alphabet but look like ones that are.
            case "O": characters.append("0")
            case "I", "L": characters.append("1")
            case "U": characters.append("V")
            default:
                guard Self.alphabet.contains(character) else { return nil }
                characters.append(character)
            }
        }
        guard characters.count == Self.length else { return nil }
        self.characters = characters
    }

    /// The code in groups of five, as it is shown.
    public var text: String {
        stride(from: 0, to: Self.length, by: 5)
            .map { String(characters[$0..<($0 + 5)]) }.joined(separator: "-")
    }

    /// The SHA-256 of the code, for codes that the database looks up by it; because of its 100
    /// random bits, a slow hash is unnecessary.
    public var digest: SessionDigest {
        guard let digest = SessionDigest(SHA256.hash(data: Data(secret.utf8))) else {
            preconditionFailure("SHA-256 has 32 bytes")
        }
        return digest
    }

    /// The form of the code that is hashed.
    var secret: String { String(characters) }
}
