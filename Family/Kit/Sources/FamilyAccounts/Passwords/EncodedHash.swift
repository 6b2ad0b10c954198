import Crypto
import CryptoExtras
import Foundation

/// A password's hash with everything needed for comparison: `$scrypt$ln=16,r=8,p=2$salt$hash`, salt
/// and hash in Base64 without padding (the PHC string format).
struct EncodedHash {
    let cost: PasswordCost
    let salt: Data
    let hash: Data

    /// The encoded form.
    var text: String {
        let parameters = "ln=\(cost.logN),r=\(cost.blockSize),p=\(cost.parallelism)"
        return "$scrypt$\(parameters)$\(Self.base64(salt))$\(Self.base64(hash))"
    }

    /// Parses the encoded form; nil if it is invalid or its cost exceeds the limit.
    init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
            let salt = Self.bytes(parts[3]), let hash = Self.bytes(parts[4]), salt.count >= 8,
            hash.count >= 16
        else { return nil }
        let parameters = parts[2].split(separator: ",").map { $0.split(separator: "=") }
        guard parameters.count == 3, parameters.allSatisfy({ $0.count == 2 }),
            parameters.map(\.[0]) == ["ln", "r", "p"], let logN = Int(parameters[0][1]),
            let blockSize = Int(parameters[1][1]), let parallelism = Int(parameters[2][1])
        else { return nil }
        cost = PasswordCost(logN: logN, blockSize: blockSize, parallelism: parallelism)
        guard cost.isAllowed else { return nil }
        self.salt = salt
        self.hash = hash
    }

    /// Hashes a password with a new salt.
    init(_ password: String, cost: PasswordCost) throws {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        let key = try Self.derive(password, salt: salt, cost: cost, count: 32)
        self.cost = cost
        self.salt = salt
        hash = key.withUnsafeBytes { Data($0) }
    }

    /// Whether a password has this hash; compared in constant time.
    func isHash(of password: String) throws -> Bool {
        try Self.derive(password, salt: salt, cost: cost, count: hash.count)
            == SymmetricKey(data: hash)
    }

    private static func derive(
        _ password: String, salt: Data, cost: PasswordCost, count: Int
    ) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: Data(password.utf8), salt: salt, outputByteCount: count, rounds: 1 << cost.logN,
            blockSize: cost.blockSize, parallelism: cost.parallelism)
    }

    private static func base64(_ data: Data) -> String {
        data.base64EncodedString().replacing("=", with: "")
    }

    private static func bytes(_ text: Substring) -> Data? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding)
    }
}
