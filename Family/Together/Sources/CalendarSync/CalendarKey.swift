package import Crypto
package import Foundation
import Glibc

/// Encrypts calendar addresses and passwords with AES-GCM and a key in its own file.
///
/// The key is next to the database, but not in its backups. A copy of the database reveals neither
/// passwords nor addresses, many of which are secrets themselves.
package struct CalendarKey: Sendable {
    private let key: SymmetricKey

    package init(_ key: SymmetricKey) { self.key = key }

    /// Reads the key file, or creates it on first use.
    ///
    /// - Throws: ``CalendarProblem`` with `key_unreadable` if the file's permissions are not 0600
    ///   or 0400, if its size is wrong, or if it cannot be read or created.
    package init(file: URL) throws(CalendarProblem) {
        let descriptor = Glibc.open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw Self.unreadable(file, Self.reason()) }
            self.init(try Self.made(at: file))
            return
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.unreadable(file, Self.reason()) }
        guard status.st_mode & 0o077 == 0 else {
            throw Self.unreadable(file, "others can read it; run chmod 600 on it")
        }
        let bytes: Data
        do {
            bytes =
                try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
                .read(upToCount: 33) ?? Data()
        } catch { throw Self.unreadable(file, error.localizedDescription) }
        guard bytes.count == 32 else {
            throw Self.unreadable(file, "expected 32 bytes, found \(bytes.count)")
        }
        self.init(SymmetricKey(data: bytes))
    }

    /// Creates a key.
    ///
    /// It is written under another name first, so the file is either complete or missing.
    private static func made(at file: URL) throws(CalendarProblem) -> SymmetricKey {
        let key = SymmetricKey(size: .bits256)
        let bytes = key.withUnsafeBytes { Array($0) }
        let draft = file.appendingPathExtension("new-\(UUID().uuidString.prefix(8))")
        let descriptor = Glibc.open(draft.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unreadable(file, reason()) }
        let isWritten =
            write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let failure = reason()
        close(descriptor)
        defer { unlink(draft.path) }
        guard isWritten else { throw unreadable(file, failure) }
        // Unlike a rename, a link fails if another process has already created the file.
        if link(draft.path, file.path) == 0 { return key }
        guard errno == EEXIST else { throw unreadable(file, reason()) }
        return try CalendarKey(file: file).key
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    private static func unreadable(_ file: URL, _ reason: String) -> CalendarProblem {
        CalendarProblem(
            .keyUnreadable, "cannot use the key of calendar passwords \(file.path): \(reason)")
    }

    /// Encrypts text for one `purpose`, such as `account 7`.
    ///
    /// Other purposes cannot decrypt it.
    package func seal(_ text: String, for purpose: String) throws -> Data {
        let box = try AES.GCM.seal(
            Data(text.utf8), using: key, authenticating: Data(purpose.utf8))
        guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return combined
    }

    /// A digest for finding equal texts.
    ///
    /// Without the key, it cannot be used to verify a guess.
    package func digest(_ text: String) -> String {
        HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
            .map { String(format: "%02x", $0) }.joined()
    }

    /// Decrypts the result of ``seal(_:for:)``.
    ///
    /// - Throws: ``CalendarProblem`` with `credentials_unreadable` for another key, another purpose
    ///   or damaged data.
    package func open(_ sealed: Data, for purpose: String) throws(CalendarProblem) -> String {
        do {
            let bytes = try AES.GCM.open(
                AES.GCM.SealedBox(combined: sealed), using: key,
                authenticating: Data(purpose.utf8))
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            throw CalendarProblem(
                .credentialsUnreadable,
                "The stored address or password cannot be read, because the server's key file changed. "
                    + "Remove the calendar and add it again.")
        }
    }
}
