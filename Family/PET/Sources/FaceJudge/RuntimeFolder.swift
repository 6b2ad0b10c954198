import Foundation
import Synchronization

/// A private folder for the service's socket, removed at the end.
///
/// A game that was killed leaves its folder behind. The next one removes it; a lock marks folders
/// in use.
final class RuntimeFolder: Sendable {
    /// The path of the folder.
    let path: String
    /// The path of the service's socket.
    var socket: String { path + "/facialfun.sock" }

    private let lock: Int32
    private static let prefix = "pet-scoring-"
    /// `sockaddr_un` has room for 107 bytes and a NUL.
    private static let longestSocketPath = 107

    /// Makes the folder.
    ///
    /// - Parameter base: The parent folder; nil for `$XDG_RUNTIME_DIR`, otherwise the folder for
    ///   temporary files.
    /// - Throws: `noRuntimeFolder`.
    init(base: String? = nil) throws(FaceJudgeError) {
        let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
        let bases = base.map { [$0] } ?? [runtime, "/tmp"].filter { $0.hasPrefix("/") }
        var failures: [String] = []
        for base in bases {
            Self.removeLeftovers(in: base)
            do throws(FaceJudgeError) {
                (path, lock) = try Self.make(in: base)
                return
            } catch {
                failures.append(error.message)
            }
        }
        throw FaceJudgeError(
            .noRuntimeFolder,
            failures.joined(separator: " ")
                + " Set XDG_RUNTIME_DIR to a writable folder.")
    }

    deinit { remove() }

    /// Removes the folder with its content; does nothing the second time.
    func remove() {
        guard isRemoved.exchange(true, ordering: .relaxed) == false else { return }
        // A failure leaves only an unused socket, which the next game removes.
        try? FileManager.default.removeItem(atPath: path)
        close(lock)
    }

    private let isRemoved = Atomic(false)

    private static func make(
        in base: String, tries: Int = 10
    ) throws(FaceJudgeError) -> (String, Int32) {
        var template = Array((base + "/" + prefix + "XXXXXX").utf8CString)
        guard template.count - 1 + "/facialfun.sock".utf8.count <= longestSocketPath else {
            throw FaceJudgeError(
                .noRuntimeFolder, "The path \(base) is too long for a socket.")
        }
        // mkdtemp creates the folder with mode 0700.
        guard mkdtemp(&template) != nil else {
            throw FaceJudgeError(
                .noRuntimeFolder,
                "Cannot create a folder in \(base): \(String(cString: strerror(errno))).")
        }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let lock = open(path + "/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            throw FaceJudgeError(
                .noRuntimeFolder,
                "Cannot create a file in \(path): \(String(cString: strerror(errno))).")
        }
        var (mine, there) = (stat(), stat())
        guard flock(lock, LOCK_EX | LOCK_NB) == 0, fstat(lock, &mine) == 0,
            stat(path + "/lock", &there) == 0, mine.st_ino == there.st_ino
        else {
            // Another starting game mistook the folder, which was not locked yet, for a leftover.
            close(lock)
            guard tries > 1 else {
                throw FaceJudgeError(.noRuntimeFolder, "Cannot lock a file in \(path).")
            }
            return try make(in: base, tries: tries - 1)
        }
        return (path, lock)
    }

    /// Removes the folders of games that were killed.
    private static func removeLeftovers(in base: String) {
        // If the parent folder cannot be listed, creating a folder in it fails as well.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = base + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0, status.st_uid == geteuid(),
                status.st_mode & mode_t(S_IFMT) == mode_t(S_IFDIR)
            else { continue }
            let lock = open(path + "/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard lock >= 0 else { continue }
            defer { close(lock) }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 {
                // Another starting game may already have removed it.
                try? FileManager.default.removeItem(atPath: path)
            }
        }
    }
}
