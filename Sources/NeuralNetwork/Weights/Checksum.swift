import Crypto

/// The SHA-256 of bytes in lower-case hexadecimal digits.
package func sha256(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let digest = SHA256.hash(data: bytes)
    return String(
        decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
