import Foundation
import Testing

@testable import TrainerContent

/// Pseudorandom numbers, the same in each run.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

struct ContentFuzzTests {
    /// Changes, deletes and duplicates bytes, and inserts text that often confuses parsers.
    private func damaged(_ bytes: Data, _ chance: inout SplitMix64) -> Data {
        var bytes = [UInt8](bytes)
        let morsels: [[UInt8]] = [
            Array("[[[[[[[[".utf8), Array("{\"\":".utf8), Array("\\u0000".utf8), [0xFF, 0xFE], [0],
            Array("1e999".utf8), Array("-0".utf8), Array("null".utf8), Array("\"".utf8),
            Array("\\".utf8), Array("99999999999999999999".utf8), Array("../".utf8), [0xF0, 0x9F],
        ]
        for _ in 0..<Int.random(in: 1...4, using: &chance) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &chance)
            switch Int.random(in: 0..<5, using: &chance) {
            case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &chance)
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
            case 2: bytes.insert(contentsOf: morsels.randomElement(using: &chance) ?? [], at: place)
            case 3: bytes.removeSubrange(place...)
            default:
                bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
            }
        }
        return Data(bytes)
    }

    @Test(arguments: ["questions.json", "manifest.json", "languages/en/all.json"])
    func `Damaged files cause findings and never a crash`(file: String) throws {
        let sample = try SampleContent()
        try sample.save()
        let whole = try Data(contentsOf: sample.folder.appending(path: file))
        var chance = SplitMix64(state: UInt64(file.utf8.count))
        var refused = 0
        for _ in 0..<120 {
            try sample.write(file, damaged(whole, &chance))
            let findings = try ContentCheck.run(sample.folder, as: .addition)
            if findings.contains(where: { $0.severity == .error }) { refused += 1 }
            do throws(ContentError) {
                _ = try Content(folder: sample.folder)
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
        #expect(refused > 80)
    }

    @Test(arguments: [
        "", "null", "[]", "{}", "\u{FEFF}{}", "{\"version\": 1}", "{\"version\": 1e400}",
        "{\"version\": 1, \"questions\": {}}",
        "{\"version\": 1, \"questions\": [null, 1, \"x\", []]}",
        String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 10_000),
        "\0\0\0",
        "{\"version\": 1, \"questions\": [{\"answers\": [[]]}], \"assets\": [[]]}",
        "{\"texts\": {\"a\": null}}", "{\"texts\": [], \"spoken\": {}}",
    ])
    func `Files that are not content are rejected`(text: String) throws {
        for file in ["questions.json", "manifest.json", "languages/en/all.json"] {
            let sample = try SampleContent()
            try sample.save()
            try sample.write(file, text)
            let findings = try ContentCheck.run(sample.folder, as: .addition)
            #expect(findings.contains { $0.severity == .error }, "\(file)")
        }
    }

    @Test func `A folder in place of a file, a pipe and an unreadable file are rejected`() throws {
        let sample = try SampleContent()
        try sample.save()
        let questions = sample.folder.appending(path: "questions.json")
        try FileManager.default.removeItem(at: questions)
        try FileManager.default.createDirectory(at: questions, withIntermediateDirectories: true)
        #expect(mkfifo(sample.folder.appending(path: "pictures/pipe.webp").path, 0o600) == 0)
        let findings = try ContentCheck.run(sample.folder, as: .addition)
        #expect(findings.contains { $0.file == "questions.json" && $0.code == .unreadable })
        #expect(findings.contains { $0.file == "pictures/pipe.webp" && $0.code == .unreadable })
    }
}
