import FamilyAccounts
import Foundation
import Testing

@testable import FamilyMedia

@Suite("The server's voice")
struct ServerVoiceTests {
    /// A program that replaces festival's and records its input.
    private func house(
        _ script: String, patience: Double = ServerVoice.patience
    ) throws -> (voice: ServerVoice, folder: URL) {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "pet-voice-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = folder.appending(path: "text2wave")
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: program.path)
        return (
            ServerVoice(
                program: program, folder: folder.appending(path: "speech"), patience: patience),
            folder
        )
    }

    private static let family = AccountID(rawValue: 1)
    private static let another = AccountID(rawValue: 2)
    private static let speaking = "cat \"$3\" \"$3\" \"$3\" \"$3\" > \"$2\"; echo x >> \"$0.runs\""

    private func runs(_ folder: URL) -> Int {
        (FileManager.default.contents(atPath: folder.appending(path: "text2wave.runs").path)?
            .count ?? 0) / 2
    }

    @Test(
        "The server's voice synthesizes a text once per family and shares it with no other family")
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

    @Test("The server's voice passes no text to a shell")
    func noShell() async throws {
        let (voice, folder) = try house(Self.speaking)
        let trap = folder.appending(path: "trap").path
        let words = "$(touch \(trap)) `touch \(trap)`; touch \(trap) \u{1B}[2J (system \"ls\")"
        let name = try await voice.speak(words, for: Self.family)
        #expect(!FileManager.default.fileExists(atPath: trap))
        #expect(voice.recording(name, of: Self.family) != nil)
    }

    @Test(
        "The server's voice rejects texts that are empty, too long or not speakable",
        arguments: ["", " \n\t", "é!?", String(repeating: "a", count: 301)])
    func refusals(text: String) async throws {
        let (voice, folder) = try house(Self.speaking)
        await #expect(throws: ServerVoice.Refusal.self) {
            try await voice.speak(text, for: Self.family)
        }
        #expect(runs(folder) == 0)
    }

    @Test("The server's voice synthesizes at most twenty texts per minute and family")
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

    @Test("The server's voice reports a failed program and leaves no files behind")
    func failing() async throws {
        let (voice, folder) = try house("exit 1")
        await #expect(throws: ServerVoice.Refusal.self) {
            try await voice.speak("How does he feel?", for: Self.family)
        }
        let left = try FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: "speech/1").path)
        #expect(left.isEmpty)
    }

    /// festival's `text2wave` is a script: the program that speaks is its child.
    @Test(
        "The server's voice kills a program that takes too long, together with its child processes")
    func hanging() async throws {
        let (voice, folder) = try house(
            "trap '' TERM; sleep 300 & echo $! > \"$0.child\"; wait; sleep 300", patience: 0.5)
        await #expect(throws: ServerVoice.Refusal.timedOut) {
            try await voice.speak("How does he feel?", for: Self.family)
        }
        let number = try String(
            contentsOf: folder.appending(path: "text2wave.child"), encoding: .utf8)
        let child = try #require(pid_t(number.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(await isGone(child), "the child \(child) still runs")
        let left = try FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: "speech/1").path)
        #expect(left.isEmpty)
    }

    private func isGone(_ process: pid_t) async -> Bool {
        for _ in 0..<500 {
            guard
                let status = try? String(
                    contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            else { return true }
            // A zombie has ended, too.
            if status.contains("State:\tZ") { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    @Test(
        "The server's voice serves only its own recordings",
        arguments: ["..", "../text2wave", "", "x.wav"])
    func names(name: String) throws {
        let (voice, _) = try house(Self.speaking)
        #expect(voice.recording(name, of: Self.family) == nil)
    }

    @Test("The server's voice is found only if it is installed")
    func installed() throws {
        let (_, folder) = try house("exit 0")
        #expect(
            ServerVoice.installed(path: "/nowhere:\(folder.path)")?.path
                == folder.appending(path: "text2wave").path)
        #expect(ServerVoice.installed(path: "/nowhere") == nil)
        #expect(ServerVoice.installed(path: nil) == nil)
    }

    @Test(
        "The server's voice speaks English with Festival",
        .enabled(if: ServerVoice.installed() != nil))
    func festival() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "pet-voice-\(UUID().uuidString)")
        let voice = ServerVoice(program: try #require(ServerVoice.installed()), folder: folder)
        let name = try await voice.speak("How does my brother feel?", for: Self.family)
        let bytes = try #require(voice.recording(name, of: Self.family))
        #expect(bytes.starts(with: Data("RIFF".utf8)) && bytes.count > 20_000)
    }
}
