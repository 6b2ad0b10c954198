import Foundation
import Testing

@testable import TrainerServer
@testable import TrainerStore

@Suite("The server's own voice")
struct ServerVoiceTests {
    /// A program in place of festival's, which notes what it was given.
    private func house(_ script: String) throws -> (voice: ServerVoice, folder: URL) {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "pet-voice-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = folder.appending(path: "text2wave")
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: program.path)
        return (ServerVoice(program: program, folder: folder.appending(path: "speech")), folder)
    }

    private static let family = AccountID(rawValue: 1)
    private static let another = AccountID(rawValue: 2)
    private static let speaking = "cat \"$3\" \"$3\" \"$3\" \"$3\" > \"$2\"; echo x >> \"$0.runs\""

    private func runs(_ folder: URL) -> Int {
        (FileManager.default.contents(atPath: folder.appending(path: "text2wave.runs").path)?
            .count ?? 0) / 2
    }

    @Test("speaks a text once for a family, and keeps it for that family alone")
    func cached() async throws {
        let (voice, folder) = try house(Self.speaking)
        let (one, two) = (Self.family, Self.another)
        let name = try await voice.speak("How does  my\nbrother feel?", for: one)
        #expect(try await voice.speak("How does my brother feel?", for: one) == name)
        #expect(runs(folder) == 1)
        let bytes = try #require(voice.recording(name, of: one))
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("How does my brother feel?"))
        let left = try FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: "speech/1").path)
        #expect(left == ["\(name).wav"])
        // Who guesses the words of another family learns nothing by it.
        #expect(voice.recording(name, of: two) == nil)
        _ = try await voice.speak("How does my brother feel?", for: two)
        #expect(runs(folder) == 2)
    }

    @Test("is forgotten with its account")
    func forgotten() async throws {
        let (voice, folder) = try house(Self.speaking)
        let store = try TrainerStore(folder: folder)
        let account = try await store.createAccount(
            NewAccount(
                username: "ada", email: "ada@example.org", passwordHash: "hash", fullName: "Ada",
                birthYear: 2018, termsVersion: "1", agreesToStatistics: false)
        ).id
        let name = try await voice.speak("How does Aunt Mary feel?", for: account)
        let other = try await voice.speak("How does another feel today?", for: Self.another)
        try await store.deleteAccount(account)
        #expect(voice.recording(name, of: account) == nil)
        #expect(voice.recording(other, of: Self.another) != nil)
        try store.close()
    }

    @Test("gives words to no shell")
    func noShell() async throws {
        let (voice, folder) = try house(Self.speaking)
        let trap = folder.appending(path: "trap").path
        let words = "$(touch \(trap)) `touch \(trap)`; touch \(trap) \u{1B}[2J (system \"ls\")"
        let name = try await voice.speak(words, for: Self.family)
        #expect(!FileManager.default.fileExists(atPath: trap))
        #expect(voice.recording(name, of: Self.family) != nil)
    }

    @Test(
        "refuses what is empty, too long or nothing to say",
        arguments: ["", " \n\t", "é!?", String(repeating: "a", count: 301)])
    func refusals(text: String) async throws {
        let (voice, folder) = try house(Self.speaking)
        await #expect(throws: ServerVoice.Refusal.self) {
            try await voice.speak(text, for: Self.family)
        }
        #expect(runs(folder) == 0)
    }

    @Test("is not asked more often than twenty times a minute by one family")
    func limited() async throws {
        let (voice, folder) = try house(Self.speaking)
        for number in 0..<ServerVoice.textsAMinute {
            _ = try await voice.speak("Sentence number \(number) is spoken here.", for: Self.family)
        }
        await #expect(throws: ServerVoice.Refusal.self) {
            try await voice.speak("One more sentence.", for: Self.family)
        }
        _ = try await voice.speak("Another family's sentence.", for: Self.another)
        #expect(runs(folder) == ServerVoice.textsAMinute + 1)
    }

    @Test("says so where the program fails, and leaves nothing behind")
    func failing() async throws {
        let (voice, folder) = try house("exit 1")
        await #expect(throws: ServerVoice.Refusal.self) {
            try await voice.speak("How does he feel?", for: Self.family)
        }
        let left = try FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: "speech/1").path)
        #expect(left.isEmpty)
    }

    @Test("gives no file but its recordings", arguments: ["..", "../text2wave", "", "x.wav"])
    func names(name: String) throws {
        let (voice, _) = try house(Self.speaking)
        #expect(voice.recording(name, of: Self.family) == nil)
    }

    @Test("is found where it is installed, and nowhere else")
    func installed() throws {
        let (_, folder) = try house("exit 0")
        #expect(
            ServerVoice.installed(path: "/nowhere:\(folder.path)")?.path
                == folder.appending(path: "text2wave").path)
        #expect(ServerVoice.installed(path: "/nowhere") == nil)
        #expect(ServerVoice.installed(path: nil) == nil)
    }

    @Test("speaks English by festival", .enabled(if: ServerVoice.installed() != nil))
    func festival() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "pet-voice-\(UUID().uuidString)")
        let voice = ServerVoice(program: try #require(ServerVoice.installed()), folder: folder)
        let name = try await voice.speak("How does my brother feel?", for: Self.family)
        let bytes = try #require(voice.recording(name, of: Self.family))
        #expect(bytes.starts(with: Data("RIFF".utf8)) && bytes.count > 20_000)
    }
}
