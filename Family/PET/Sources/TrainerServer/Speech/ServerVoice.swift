import Crypto
public import Foundation
import TrainerStore

/// The server's own voice, for words that nobody recorded: Debian's `festival`, where it is installed.
///
/// One text at a time, at most ``longestText`` characters, given in a file and never to a shell. What
/// was spoken is kept for its family alone, in a folder of the account's own, up to ``mostBytes`` of
/// all of them; the oldest makes room, and what is an account's goes with it.
public actor ServerVoice {
    /// Why a text is not spoken.
    enum Refusal: Error {
        /// It is empty or too long.
        case text
        /// Too many texts wait, or the player asked for too many.
        case busy
        /// The program failed, or took longer than ``patience``.
        case failed
    }

    /// The most characters of a text: three long sentences.
    static let longestText = 300
    /// The most that the folder holds, in bytes: some hundred sentences.
    static let mostBytes = 40_000_000
    /// How many new texts an account may have spoken in a minute.
    static let textsAMinute = 20
    /// How many texts may wait.
    static let mostWaiting = 8
    /// How long the program may take, in seconds.
    static let patience = 15.0

    private let program: URL
    private let folder: URL
    private var last: Task<Void, any Error>?
    private var waiting = 0
    private var asked: [AccountID: [Date]] = [:]

    /// Makes a voice.
    ///
    /// - Parameters:
    ///   - program: `text2wave` of festival.
    ///   - folder: Where recordings are kept, `TrainerStore.speechFolder` of the data folder; it is
    ///     made when the first one is.
    public init(program: URL, folder: URL) {
        self.program = program
        self.folder = folder
    }

    /// The program, where it is installed.
    ///
    /// - Parameter path: The folders to look in, as in `PATH`.
    /// - Returns: Its place; nil where it is in none of them.
    public static func installed(
        path: String? = ProcessInfo.processInfo.environment["PATH"]
    ) -> URL? {
        (path ?? "").split(separator: ":").map { "\($0)/text2wave" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { URL(filePath: $0) }
    }

    /// Speaks a text, or finds what was spoken before.
    ///
    /// - Parameters:
    ///   - text: What is said.
    ///   - account: Whose words they are.
    /// - Returns: The recording's name.
    /// - Throws: ``Refusal``.
    func speak(_ text: String, for account: AccountID) async throws -> String {
        let words = Self.words(text)
        // Of a text without anything that it can say festival dies.
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
        let program = program
        let task = Task {
            // How the one before ended is its own matter.
            _ = await before?.result
            guard !FileManager.default.fileExists(atPath: file.path) else { return }
            try await Self.make(words, file, in: own, program)
        }
        last = task
        try await task.value
        Self.makeRoom(in: folder, keeping: file)
        return name
    }

    /// The bytes of a recording; nil where the account has none of this name.
    nonisolated func recording(_ name: String, of account: AccountID) -> Data? {
        guard name.count == 32, name.allSatisfy({ "0123456789abcdef".contains($0) }) else {
            return nil
        }
        let file = folder.appending(path: "\(account.rawValue)/\(name).wav")
        return FileManager.default.contents(atPath: file.path)
    }

    /// The text in one line, without characters that only steer.
    static func words(_ text: String) -> String {
        let kept = text.unicodeScalars.map {
            CharacterSet.controlCharacters.contains($0) ? " " : String($0)
        }
        return kept.joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether a character alone makes the voice, which is English, say something.
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
        _ words: String, _ file: URL, in folder: URL, _ program: URL
    ) async throws {
        let manager = FileManager.default
        try manager.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let text = folder.appending(path: "\(UUID().uuidString).txt")
        let sound = folder.appending(path: "\(UUID().uuidString).part")
        defer {
            // Whatever became of it, neither is needed any more.
            try? manager.removeItem(at: text)
            try? manager.removeItem(at: sound)
        }
        try Data(words.utf8).write(to: text)
        try await run(program, ["-o", sound.path, text.path])
        guard let size = try manager.attributesOfItem(atPath: sound.path)[.size] as? Int,
            size > 44
        else { throw Refusal.failed }
        try manager.moveItem(at: sound, to: file)
    }

    private static func run(_ program: URL, _ arguments: [String]) async throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let (endings, continuation) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { ended in
            continuation.yield(ended.terminationStatus)
            continuation.finish()
        }
        do {
            try process.run()
        } catch {
            throw Refusal.failed
        }
        let number = process.processIdentifier
        let limit = Task {
            try await Task.sleep(for: .seconds(Self.patience))
            kill(number, SIGKILL)
        }
        defer { limit.cancel() }
        for await status in endings where status == 0 { return }
        throw Refusal.failed
    }

    private static func makeRoom(in folder: URL, keeping file: URL) {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        // What cannot be listed is not counted; the next recording tries again.
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
