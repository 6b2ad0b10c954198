package import FacialFun
import FacialFunWire
import Glibc

/// Secret that TCP requests need for access to the camera, because all programs on this machine can
/// connect, including web pages in its browsers.
package struct CameraToken: Sendable, Hashable {
    /// Minimum number of characters.
    static let shortest = 16

    /// The characters, printable ASCII without blanks.
    package let text: String
    /// Whether the token is new, so that the service must print it.
    let isNew: Bool

    /// A new token of 128 random bits.
    package static func random() -> CameraToken {
        CameraToken(text: RandomIdentifier.make(), isNew: true)
    }

    private init(text: String, isNew: Bool) { (self.text, self.isNew) = (text, isNew) }

    /// Reads a token from a file, with or without a trailing line break.
    ///
    /// - Throws: `badToken` for a file that cannot be read or contains no token.
    package init(contentsOf path: String) throws(FacialFunError) {
        guard let file = fopen(path, "re") else {
            let cause = errno
            throw FacialFunError(
                code: .badToken,
                message: "The camera's token cannot be read from \(path): "
                    + "\(Errno(cause)). Write one with "
                    + "`head -c 16 /dev/urandom | xxd -p`.", errorNumber: cause)
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        var text = String(decoding: bytes[..<count], as: UTF8.self)
        while text.last?.isNewline == true { text.removeLast() }
        guard count < bytes.count, text.utf8.count >= Self.shortest,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw FacialFunError(
                code: .badToken,
                message: "\(path) contains no token; expected one line of at least "
                    + "\(Self.shortest) printable characters without blanks.")
        }
        self.init(text: text, isNew: false)
    }
}
