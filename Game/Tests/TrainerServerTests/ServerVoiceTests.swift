import Foundation
import Testing

@testable import TrainerServer

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

    private static let speaking = "cat \"$3\" \"$3\" \"$3\" \"$3\" > \"$2\"; echo x >> \"$0.runs\""

    private func runs(_ folder: URL) -> Int {
        (FileManager.default.contents(atPath: folder.appending(path: "text2wave.runs").path)?
            .count ?? 0) / 2
    }

    @Test("speaks a text once and finds it the next time, whoever asks")
    func cached() async throws {
        let (voice, folder) = try house(Self.speaking)
        let name = try await voice.speak("How does  my\nbrother feel?", for: "1")
        #expect(try await voice.speak("How does my brother feel?", for: "2") == name)
        #expect(runs(folder) == 1)
        let bytes = try #require(voice.recording(name))
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("How does my brother feel?"))
        let left = try FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: "speech").path)
        #expect(left == ["\(name).wav"])
    }

    @Test("gives words to no shell")
    func noShell() async throws {
        let (voice, folder) = try house(Self.speaking)
        let trap = folder.appending(path: "trap").path
        let words = "$(touch \(trap)) `touch \(trap)`; touch \(trap) \u{1B}[2J (system \"ls\")"
        let name = try await voice.speak(words, for: "1")
        #expect(!FileManager.default.fileExists(atPath: trap))
        #expect(voice.recording(name) != nil)
    }

    @Test(
        "refuses what is empty or too long",
        arguments: ["", " \n\t", String(repeating: "a", count: 301)])
    func refusals(text: String) async throws {
        let (voice, folder) = try house(Self.speaking)
        await #expect(throws: ServerVoice.Refusal.self) { try await voice.speak(text, for: "1") }
        #expect(runs(folder) == 0)
    }

    @Test("is not asked more often than twenty times a minute by one player")
    func limited() async throws {
        let (voice, folder) = try house(Self.speaking)
        for number in 0..<ServerVoice.textsAMinute {
            _ = try await voice.speak("Sentence number \(number) is spoken here.", for: "1")
        }
        await #expect(throws: ServerVoice.Refusal.self) {
            try await voice.speak("One more sentence.", for: "1")
        }
        _ = try await voice.speak("Another player's sentence.", for: "2")
        #expect(runs(folder) == ServerVoice.textsAMinute + 1)
    }

    @Test("says so where the program fails, and leaves nothing behind")
    func failing() async throws {
        let (voice, folder) = try house("exit 1")
        await #expect(throws: ServerVoice.Refusal.self) {
            try await voice.speak("How does he feel?", for: "1")
        }
        let left = try FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: "speech").path)
        #expect(left.isEmpty)
    }

    @Test("gives no file but its recordings", arguments: ["..", "../text2wave", "", "x.wav"])
    func names(name: String) throws {
        let (voice, _) = try house(Self.speaking)
        #expect(voice.recording(name) == nil)
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
        let name = try await voice.speak("How does my brother feel?", for: "1")
        let bytes = try #require(voice.recording(name))
        #expect(bytes.starts(with: Data("RIFF".utf8)) && bytes.count > 20_000)
    }
}
