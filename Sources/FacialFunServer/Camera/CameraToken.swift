import FacialFunWire
import Glibc

/// Secret that requests over TCP need to see the camera: all programs of this machine can connect,
/// and so can web pages in its browsers.
package struct CameraToken: Sendable, Hashable {
    /// The fewest characters that one may have.
    static let shortest = 16

    /// The characters, printable ASCII without blanks.
    package let text: String
    /// Whether the token is new, so that the service must print it.
    let isNew: Bool

    /// A new one, of 128 random bits.
    package static func random() -> CameraToken {
        CameraToken(text: RandomIdentifier.make(), isNew: true)
    }

    private init(text: String, isNew: Bool) { (self.text, self.isNew) = (text, isNew) }

    /// Reads the one that a file holds, with or without a line end.
    ///
    /// - Throws: `badToken` for a file that cannot be read or holds none.
    package init(contentsOf path: String) throws(ServiceError) {
        guard let file = fopen(path, "re") else {
            let cause = errno
            throw ServiceError(
                code: .badToken,
                message: "The camera's token cannot be read from \(path): "
                    + "\(Errno(cause)). Write one with "
                    + "`head -c 16 /dev/urandom | xxd -p`.", cause: cause)
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        var text = String(decoding: bytes[..<count], as: UTF8.self)
        while text.last?.isNewline == true { text.removeLast() }
        guard count < bytes.count, text.utf8.count >= Self.shortest,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw ServiceError(
                code: .badToken,
                message: "\(path) holds no token: one line of at least \(Self.shortest) printable "
                    + "characters without blanks is wanted.")
        }
        self.init(text: text, isNew: false)
    }
}
