import FacialFunWire
import Foundation
import Testing
import TrainerRules

@testable import TrainerContent

struct ContentTests {
    @Test func `Questions, texts, recordings and files are found by name`() throws {
        let sample = try SampleContent()
        try sample.makeWhole()
        try sample.record(voice: "two")
        sample.texts["de"] = ["question.l1-happiness-01.prompt": "Wie fühlt sich das Kind?"]
        sample.texts["en"]?["login.wait"] = "Try again in {seconds} seconds."
        let content = try Content(folder: try sample.save())

        #expect(content.questions.count == 5)
        #expect(content.questions(level: 5).map(\.answers.count) == [5])
        #expect(content.questions(level: 6).isEmpty)
        #expect(content.question("l1-happiness-01")?.emotion == .happiness)
        #expect(content.question("nothing") == nil)
        #expect(content.languages == ["en", "de"])
        #expect(content.voices == ["one", "two"])

        let prompt = TextKey.prompt("l1-happiness-01")
        #expect(content.text(prompt, language: "de") == "Wie fühlt sich das Kind?")
        #expect(content.text(prompt, language: "xx") == "How does l1-happiness-01 feel?")
        #expect(content.text(TextKey.emotion(.anger), language: "de") == "anger")
        #expect(content.text("nothing.at.all") == nil)
        #expect(
            content.text("login.wait", values: ["seconds": "59"]) == "Try again in 59 seconds.")
        #expect(content.texts("de").count == content.texts("en").count)

        let clip = try #require(content.clip(for: "How does l1-happiness-01 feel?", voice: "two"))
        #expect(clip.hasPrefix("narration/two/") && content.file(at: clip) != nil)
        #expect(content.clip(for: "Never recorded.", voice: "two") == nil)
        #expect(content.clip(for: "How does l1-happiness-01 feel?", voice: "three") == nil)
        let index = content.narrationIndex(voice: "one", language: "en")
        #expect(index.count == 15 && index["anger"]?.hasPrefix("narration/one/") == true)
    }

    @Test func `A recording is named after the first 16 hex digits of its text's SHA-256`() {
        #expect(NarrationClip.name(of: "abc") == "ba7816bf8f01cfea.mp3")
    }

    @Test(arguments: [
        "../secret", "pictures/../../secret", "/etc/passwd", "", ".", "pictures", "pictures/",
        "pictures//x.webp", ".hidden", "pictures/.hidden", "pictures/x\0.webp", "link.webp",
        "linked/l1-happiness-01.webp", "pictures\\x", "%2e%2e/secret", "added", "added/",
        "added/x", "added/../secret", "added/x/../../secret",
    ])
    func `Paths outside the folder and paths to anything but files are rejected`(path: String)
        throws
    {
        let sample = try SampleContent()
        let content = try Content(folder: try sample.save())
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: sample.folder.appending(path: "link.webp").path,
            withDestinationPath: "/etc/passwd")
        try files.createSymbolicLink(
            atPath: sample.folder.appending(path: "linked").path, withDestinationPath: "pictures")
        #expect(content.file(at: path) == nil)
        #expect(content.file(at: "pictures/l1-happiness-01.webp") != nil)
    }

    @Test func `Missing and damaged folders are rejected by name`() throws {
        #expect {
            _ = try Content(folder: URL(filePath: "/nowhere"))
        } throws: { error in
            (error as? ContentError)?.code == .noFolder && "\(error)".contains("/nowhere")
        }
        let sample = try SampleContent()
        try sample.save()
        try sample.write("questions.json", "{\n  \"version\": 1,\n  \"questions\": [,]\n}")
        #expect {
            _ = try Content(folder: sample.folder)
        } throws: { error in
            (error as? ContentError)?.code == .unfit && "\(error)".contains("line 3")
        }
    }

    @Test func `Added questions are played together with built-in ones, and their files are found`()
        throws
    {
        let base = try SampleContent()
        try base.makeWhole()
        let own = try Content(folder: try base.save())
        let more = try SampleContent()
        more.questions = more.questions.prefix(1).map { question in
            question.merging(["id": "aunt-mary"]) { _, new in new }
        }
        more.texts = [
            "en": [
                "question.aunt-mary.prompt": "How does Aunt Mary feel?",
                "question.aunt-mary.tip": "She smiles.",
                "question.aunt-mary.description": "Aunt Mary.",
            ]
        ]
        more.spoken = ["en": ["question.aunt-mary.prompt"]]
        let place = base.folder.deletingLastPathComponent()
            .appending(path: "additions-\(UUID())", directoryHint: .isDirectory)
        defer { try? FileManager.default.removeItem(at: place) }
        let added = try ContentAddition.add(
            try more.save(), named: "family", to: place, existing: own)
        let content = try Content(folder: base.folder, additions: [added])
        let question = try #require(content.question("aunt-mary"))
        #expect(question.picture == "added/family/pictures/l1-happiness-01.webp")
        #expect(content.file(at: try #require(question.picture)) != nil)
        #expect(content.text(TextKey.prompt("aunt-mary")) == "How does Aunt Mary feel?")
        #expect(content.questions.count == 6)
        #expect(content.file(at: "added/family/../../questions.json") == nil)
        #expect(content.file(at: "added/other/pictures/l1-happiness-01.webp") == nil)

        #expect {
            _ = try ContentAddition.add(more.folder, named: "family", to: place, existing: own)
        } throws: { error in
            (error as? ContentError)?.code == .taken
        }
        #expect {
            _ = try ContentAddition.add(more.folder, named: "twice", to: place, existing: content)
        } throws: { error in
            (error as? ContentError)?.findings.contains { $0.code == .duplicate } == true
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["family"])
    }

    @Test func `A folder with any error adds nothing`() throws {
        let base = try SampleContent()
        try base.makeWhole()
        let own = try Content(folder: try base.save())
        let more = try SampleContent()
        for index in more.questions.indices { more.questions[index]["id"] = "own-\(index)" }
        more.texts = ["en": ["login.title": "<b>Owned</b>"]]
        more.spoken = [:]
        try more.save()
        let place = base.folder.deletingLastPathComponent()
            .appending(path: "additions-\(UUID())", directoryHint: .isDirectory)
        defer { try? FileManager.default.removeItem(at: place) }
        #expect {
            _ = try ContentAddition.add(more.folder, named: "bad", to: place, existing: own)
        } throws: { error in
            let codes = Set((error as? ContentError)?.findings.map(\.code) ?? [])
            return codes.isSuperset(of: [.noText, .unfitText, .duplicate])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
        try more.write("pictures/huge.webp", Data(count: 51_000_000))
        #expect {
            _ = try ContentAddition.add(more.folder, named: "bad", to: place, existing: own)
        } throws: { error in
            (error as? ContentError)?.code == .unfit && "\(error)".contains("50 MB")
        }
        for name in ["../out", ".hidden", "", "a/b"] {
            #expect(throws: ContentError.self) {
                _ = try ContentAddition.add(more.folder, named: name, to: place, existing: own)
            }
        }
    }
}
