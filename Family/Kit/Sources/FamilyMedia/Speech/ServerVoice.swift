import Crypto
package import FamilyAccounts
public import Foundation

/// The server's own voice, for words without a recording: Debian's `festival`, if installed.
///
/// Speaks one text at a time, with at most ``longestText`` characters. The text is passed in a
/// file, never to a shell. Each account has its own recordings, which are deleted with it. If all
/// recordings together exceed ``mostBytes``, the oldest are removed.
public actor ServerVoice {
    /// The reason that a text is not spoken.
    package enum Refusal: Error {
        /// It is empty or too long.
        case text
        /// Too many texts are waiting, or the player requested too many.
        case busy
        /// The program failed.
        case failed
        /// The program and its children were killed, because they took longer than ``patience``.
        case timedOut
    }

    /// Maximum number of characters of a text: three long sentences.
    package static let longestText = 300
    /// Maximum size of all recordings, in bytes: a few hundred sentences.
    static let mostBytes = 40_000_000
    /// Maximum number of new texts per account and minute.
    package static let textsAMinute = 20
    /// Maximum number of waiting texts.
    static let mostWaiting = 8
    /// Time limit of the program, in seconds.
    static let patience = 15.0

    private let program: URL
    private let folder: URL
    private let patience: Double
    private var last: Task<Void, any Error>?
    private var waiting = 0
    private var asked: [AccountID: [Date]] = [:]

    /// Makes a voice.
    ///
    /// - Parameters:
    /// - program: `text2wave` of festival.
    /// - folder: The folder of recordings, `AccountStore.speechFolder` in the data folder; created
    ///   with the first recording.
    public init(program: URL, folder: URL) {
        self.init(program: program, folder: folder, patience: Self.patience)
    }

    init(program: URL, folder: URL, patience: Double) {
        self.program = program
        self.folder = folder
        self.patience = patience
    }

    /// The program, if it is installed.
    ///
    /// - Parameter path: The folders to search, as in `PATH`.
    /// - Returns: Its path; nil if it is in none of them.
    public static func installed(
        path: String? = ProcessInfo.processInfo.environment["PATH"]
    ) -> URL? {
        (path ?? "").split(separator: ":").map { "\($0)/text2wave" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { URL(filePath: $0) }
    }

    /// Speaks a text, or returns an earlier recording of it.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - account: The account that the text belongs to.
    /// - Returns: The recording's name.
    /// - Throws: ``Refusal``.
    package func speak(_ text: String, for account: AccountID) async throws -> String {
        let words = Self.words(text)
        // festival crashes on a text without anything to say.
        guard words.contains(where: Self.canSay), words.count <= Self.longestText else {
            throw Refusal.text
        }
        let name = SHA256.hash(data: Data(words.utf8)).prefix(16)
            .map { String(format: "%02x", $0) }.joined()
        let own = folder.appending(path: "\(account.rawValue)")
        let file = own.appending(path: "\(name).wav")
        if FileManager.default.fileExists(atPath: file.path) { return name }
        try count(account)
        guard waiting < Self.mostWaiting else { throw Refusal.busy }
        waiting += 1
        defer { waiting -= 1 }
        let before = last
        let (program, patience) = (program, patience)
        let task = Task {
            // The result of the previous text does not matter here.
            _ = await before?.result
            guard !FileManager.default.fileExists(atPath: file.path) else { return }
            try await Self.make(words, file, in: own, program, patience: patience)
        }
        last = task
        try await task.value
        Self.makeRoom(in: folder, keeping: file)
        return name
    }

    /// The bytes of a recording; nil if the account has no recording of this name.
    package nonisolated func recording(_ name: String, of account: AccountID) -> Data? {
        guard name.count == 32, name.allSatisfy({ "0123456789abcdef".contains($0) }) else {
            return nil
        }
        let file = folder.appending(path: "\(account.rawValue)/\(name).wav")
        return FileManager.default.contents(atPath: file.path)
    }

    /// The text in one line, without control characters.
    static func words(_ text: String) -> String {
        let kept = text.unicodeScalars.map {
            CharacterSet.controlCharacters.contains($0) ? " " : String($0)
        }
        return kept.joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether the voice, which is English, can pronounce a character.
    static func canSay(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }

    private func count(_ account: AccountID) throws {
        let now = Date()
        asked = asked.mapValues { $0.filter { now.timeIntervalSince($0) < 60 } }
            .filter { !$0.value.isEmpty }
        guard asked[account, default: []].count < Self.textsAMinute else { throw Refusal.busy }
        asked[account, default: []].append(now)
    }

    private static func make(
        _ words: String, _ file: URL, in folder: URL, _ program: URL, patience: Double
    ) async throws {
        let manager = FileManager.default
        try manager.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let text = folder.appending(path: "\(UUID().uuidString).txt")
        let sound = folder.appending(path: "\(UUID().uuidString).part")
        defer {
            // The files are no longer needed, whether or not the program succeeded.
            try? manager.removeItem(at: text)
            try? manager.removeItem(at: sound)
        }
        try Data(words.utf8).write(to: text)
        try await run(program, ["-o", sound.path, text.path], in: folder, patience: patience)
        guard let size = try manager.attributesOfItem(atPath: sound.path)[.size] as? Int,
            size > 44
        else { throw Refusal.failed }
        try manager.moveItem(at: sound, to: file)
    }

    /// Runs the program in its own process group, which is killed at the end.
    private static func run(
        _ program: URL, _ arguments: [String], in folder: URL, patience: Double
    ) async throws {
        let limits = SandboxedProcess.Limits(
            seconds: patience, memory: 1 << 30, fileSize: mostBytes)
        do {
            let ending = try await SandboxedProcess(
                program.path, arguments, home: folder, limits: limits
            ).run()
            guard ending.code == 0 else { throw Refusal.failed }
        } catch let error as MediaError {
            throw error.code == "took_too_long" ? Refusal.timedOut : Refusal.failed
        }
    }

    private static func makeRoom(in folder: URL, keeping file: URL) {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        // Files that cannot be listed are not counted; the next recording tries again.
        let files =
            FileManager.default.enumerator(
                at: folder, includingPropertiesForKeys: Array(keys))?.allObjects ?? []
        let known = files.compactMap { $0 as? URL }
            .filter { $0.pathExtension == "wav" && $0.path != file.path }.compactMap { url in
                (try? url.resourceValues(forKeys: keys)).map {
                    (url, $0.fileSize ?? 0, $0.contentModificationDate ?? .distantPast)
                }
            }.sorted { $0.2 > $1.2 }
        var total = 0
        for (url, size, _) in known {
            total += size
            if total > mostBytes { try? FileManager.default.removeItem(at: url) }
        }
    }
}
