import Crypto
import Foundation

/// The checksum at the end of a backup, after the database's last page, where SQLite ignores it.
///
/// SQLite's own check covers the structure of a file, not the content of its rows. Because the
/// checksum is inside the file, a backup is a single file.
struct BackupChecksum {
    private static let label = Array("\npet backup sha256 ".utf8)
    /// The length of the checksum: label, 64 digits, line feed.
    static let length = label.count + 65

    private var hash = SHA256()

    /// Adds bytes of the database.
    mutating func update(_ bytes: some DataProtocol) { hash.update(data: bytes) }

    /// The checksum of the bytes added so far, in the form that is appended to the file.
    var trailer: [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        let text = hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return Self.label + text + [UInt8(ascii: "\n")]
    }

    /// Whether bytes have the form of a checksum; it may be wrong.
    static func isTrailer(_ bytes: [UInt8]) -> Bool {
        bytes.count == length && bytes.starts(with: label)
    }

    /// Appends the checksum to a file.
    static func append(to file: URL) throws {
        let handle = try FileHandle(forUpdating: file)
        defer { try? handle.close() }  // The caller flushes the file.
        var checksum = BackupChecksum()
        while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
            checksum.update(part)
        }
        try handle.write(contentsOf: checksum.trailer)
    }
}

/// The result of verifying a backup's checksum.
enum BackupIntegrity {
    case right
    case wrong
    case absent

    /// Copies a backup to a new file without its checksum, and verifies it.
    ///
    /// Reads only regular files: opening a FIFO or a device could block forever.
    ///
    /// - Throws: ``StoreError`` with `cannotOpen`, `full` or `inputOutput`.
    static func copy(_ backup: URL, to destination: URL) throws -> BackupIntegrity {
        let source = open(backup.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard source >= 0 else {
            throw StoreError(
                .cannotOpen,
                "Cannot read \(backup.path): \(String(cString: strerror(errno))). Check that the "
                    + "file exists and is readable.")
        }
        let reading = FileHandle(fileDescriptor: source, closeOnDealloc: true)
        var status = stat()
        guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(
                .cannotOpen,
                "Cannot read \(backup.path): it is not a regular file. Choose another backup.")
        }
        let target = open(destination.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else {
            throw StoreError(
                .cannotOpen,
                "Cannot write \(destination.path): \(String(cString: strerror(errno))).")
        }
        let writing = FileHandle(fileDescriptor: target, closeOnDealloc: true)
        var checksum = BackupChecksum()
        // Holds back the last bytes, because they may be the checksum.
        var held = Data()
        do {
            while let part = try reading.read(upToCount: 1 << 20), !part.isEmpty {
                held.append(part)
                guard held.count > BackupChecksum.length else { continue }
                let ready = held.prefix(held.count - BackupChecksum.length)
                checksum.update(ready)
                try writing.write(contentsOf: ready)
                held = Data(held.suffix(BackupChecksum.length))
            }
            let last = Array(held)
            guard BackupChecksum.isTrailer(last) else {
                try writing.write(contentsOf: held)
                return .absent
            }
            return checksum.trailer == last ? .right : .wrong
        } catch {
            let code = (error as? CocoaError)?.code
            throw StoreError(
                code == .fileWriteOutOfSpace ? .full : .inputOutput,
                "Copying \(backup.path) to \(destination.path) failed. Check that its disk has "
                    + "space "
                    + "and is in "
                    + "order.", cause: error)
        }
    }
}
