import Crypto
import Foundation

/// The most common passwords, which attackers try first (A13).
enum CommonPasswords {
    /// The number of bytes stored for each digest.
    private static let width = 4

    private static let known: Set<UInt32> = {
        guard let bytes = Data(base64Encoded: digests), bytes.count.isMultiple(of: width) else {
            preconditionFailure("the list must be Base64 of complete digests")
        }
        return Set(stride(from: 0, to: bytes.count, by: width).map { bytes.word(at: $0) })
    }()

    /// The number of passwords.
    static var count: Int { known.count }

    /// Whether a password is a common one, ignoring case, or a repeated character, or a sequence of
    /// consecutive characters (`abcdef`, `987654`).
    static func contains(_ password: String) -> Bool {
        let folded = password.lowercased()
        if known.contains(Data(SHA256.hash(data: Data(folded.utf8))).word(at: 0)) { return true }
        let codes = folded.unicodeScalars.map { Int($0.value) }
        let steps = Set(zip(codes, codes.dropFirst()).map { $1 - $0 })
        return steps.count <= 1 && abs(steps.first ?? 0) <= 1
    }
}

extension Data {
    /// The number with these four bytes, the highest first.
    fileprivate func word(at offset: Int) -> UInt32 {
        dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
