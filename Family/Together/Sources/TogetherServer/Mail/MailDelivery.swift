import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Delivers mails with `sendmail` in a process that outlives this server.
///
/// The process holds a lock while it runs and writes its result to a file. After a crash, the next
/// server reads the result, waits for a process that is still running, and repeats attempts that
/// never started. A mail is sent twice, with the same Message-ID, only if the machine stops between
/// the acceptance of the mail and the writing of the result.
struct MailDelivery: Sendable {
    enum State: Equatable {
        case running
        case ended(MailResult)
        /// `sendmail` was not started, and will not be.
        case notBegun
    }

    let folder: URL
    let command: [String]

    /// Creates the folder, readable only by its owner.
    init(folder: URL, command: [String]) throws {
        self.folder = folder
        self.command = command
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// The shell script: `$1` is the base name of the files, the rest is the command.
    private static let script = """
        base=$1; shift
        exec 9>>"$base.lock"
        flock -n 9 || exit 0
        [ -f "$base.eml" ] || exit 0
        : >"$base.begun"
        timeout 120 "$@" <"$base.eml" >"$base.log" 2>&1
        echo $? >"$base.part"
        mv "$base.part" "$base.done"
        """

    private func file(_ mail: ClaimedMail, _ suffix: String) -> URL {
        folder.appending(path: "\(mail.name).\(suffix)")
    }

    /// Delivers a mail and waits for the result; nil if `sendmail` outlives its shell.
    func deliver(_ mail: ClaimedMail) async throws -> MailResult? {
        // Results of an earlier attempt must not be mistaken for this one's.
        remove(mail, ["begun", "log", "part", "done"])
        try mail.content.write(to: file(mail, "eml"), options: .atomic)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments =
            ["-c", Self.script, "sh", folder.appending(path: mail.name).path] + command
            + [mail.recipient]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        switch try state(of: mail) {
        case .ended(let result): return result
        case .running: return nil
        case .notBegun: return .interrupted
        }
    }

    /// Removes the files of attempts that are not in progress.
    func sweep(except mails: [ClaimedMail]) throws {
        let names = Set(mails.map(\.name))
        for file in try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        where Self.suffixes.contains(file.pathExtension)
            && !names.contains(file.deletingPathExtension().lastPathComponent)
        {
            try FileManager.default.removeItem(at: file)
        }
    }

    /// The state of an attempt by an earlier process.
    func state(of mail: ClaimedMail) throws -> State {
        if let result = result(of: mail) { return .ended(result) }
        let lock = open(file(mail, "lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(lock) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return .running }
        // The process may have ended between the two checks.
        if let result = result(of: mail) { return .ended(result) }
        // A process that has not started yet will then find nothing to send.
        try? FileManager.default.removeItem(at: file(mail, "eml"))  // The file may not exist yet.
        return .notBegun
    }

    private func result(of mail: ClaimedMail) -> MailResult? {
        guard let data = FileManager.default.contents(atPath: file(mail, "done").path),
            let code = Int(
                String(decoding: data, as: UTF8.self).trimmingCharacters(
                    in: .whitespacesAndNewlines))
        else { return nil }
        return Self.result(code, log(mail))
    }

    private func log(_ mail: ClaimedMail) -> String {
        let data = FileManager.default.contents(atPath: file(mail, "log").path) ?? Data()
        let text = String(decoding: data.prefix(500), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? "sendmail reported no reason" : text
    }

    /// The meaning of an exit status according to `sysexits.h`.
    static func result(_ code: Int, _ log: String) -> MailResult {
        switch code {
        case 0: .sent
        // EX_USAGE, EX_DATAERR, EX_NOUSER.
        case 64, 65, 67: .refused(log)
        default: .postponed("status \(code): \(log)")
        }
    }

    private static let suffixes = ["eml", "begun", "log", "part", "done", "lock"]

    /// Removes the files of an attempt whose result is stored.
    func remove(_ mail: ClaimedMail) { remove(mail, Self.suffixes) }

    private func remove(_ mail: ClaimedMail, _ suffixes: [String]) {
        for suffix in suffixes {
            // Most of them do not exist, and leftovers are harmless.
            try? FileManager.default.removeItem(at: file(mail, suffix))
        }
    }
}
