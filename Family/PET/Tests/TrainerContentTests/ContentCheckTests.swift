import Foundation
import Testing

@testable import TrainerContent

struct ContentCheckTests {
    /// The findings after a change to a valid folder.
    private func findings(
        as purpose: ContentCheck.Purpose = .addition, _ spoil: (SampleContent) throws -> Void
    ) throws -> [ContentFinding] {
        let sample = try SampleContent(questionsPerLevel: purpose == .shipped ? 8 : 1)
        if purpose == .shipped { try sample.makeWhole() }
        try spoil(sample)
        return try ContentCheck.run(try sample.save(), as: purpose)
    }

    /// Expects that a change causes exactly one error, of this kind, at this position.
    private func expect(
        _ code: ContentFinding.Code, _ words: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ spoil: (SampleContent) throws -> Void
    ) throws {
        let errors = try findings(spoil).filter { $0.severity == .error }
        #expect(errors.map(\.code) == [code], "\(errors)", sourceLocation: sourceLocation)
        let text = errors.map(\.description).joined(separator: "\n")
        #expect(text.contains(words), sourceLocation: sourceLocation)
        #expect(errors.allSatisfy { !$0.remedy.isEmpty }, sourceLocation: sourceLocation)
    }

    @Test func `A valid folder has no findings`() throws {
        #expect(try findings { _ in } == [])
        #expect(try findings(as: .shipped) { _ in } == [])
    }

    @Test
    func `A wrong number of answers and unknown answers are reported with the question's line`()
        throws
    {
        let emotions = ["happiness", "sadness", "anger", "fear"]
        try expect(.answerCount, "line 3") {
            $0.questions[0]["answers"] = emotions.map { ["id": $0, "emotion": $0] }
        }
        try expect(.answerCount, "l2-happiness-01") {
            $0.questions[1]["answers"] = emotions.prefix(2).map { ["id": $0, "emotion": $0] }
        }
        try expect(.noRightAnswer, "disgust") { $0.questions[0]["right"] = "disgust" }
        try expect(.noRightAnswer, "teaches") {
            $0.questions[0]["right"] = "anger"; $0.questions[0]["emotion"] = "surprise"
        }
        try expect(.unknownEmotion, "glee") { $0.questions[0]["emotion"] = "glee" }
        try expect(.unknownEmotion, "questions[0].answers[1].emotion") {
            $0.questions[0]["answers"] = ["happiness", "glee", "fear"].map {
                ["id": $0, "emotion": $0]
            }
        }
    }

    @Test func `Two right answers are rejected`() throws {
        let errors = try findings {
            $0.questions[0]["answers"] = [
                ["id": "a", "emotion": "happiness"], ["id": "b", "emotion": "happiness"],
                ["id": "c", "emotion": "fear"],
            ]
            $0.questions[0]["right"] = "a"
        }
        #expect(errors.contains { $0.code == .severalRightAnswers })
    }

    @Test func `A wrong answer that a person could see in the picture is rejected`() throws {
        #expect(try findings { $0.questions[0]["plausible"] = ["fear"] } == [])
        try expect(.severalRightAnswers, "sadness") { $0.questions[0]["plausible"] = ["sadness"] }
        try expect(.wrongShape, "its own") { $0.questions[0]["plausible"] = ["happiness"] }
        try expect(.unknownEmotion, "glee") { $0.questions[0]["plausible"] = ["glee"] }
    }

    @Test func `A picture that could be right is rejected as a wrong answer`() throws {
        let pictures = [1, 2, 3].map { "pictures/l\($0)-happiness-01.webp" }
        func choose(_ sample: SampleContent, plausible: [String]) {
            sample.questions[0]["picture"] = NSNull()
            sample.questions[0]["answers"] = pictures.map { path in
                ["id": path.dropFirst(9).prefix(2) + "-face", "picture": path]
            }
            sample.questions[0]["right"] = "l1-face"
            sample.questions[1]["emotion"] = "surprise"
            sample.questions[1]["right"] = "surprise"
            sample.questions[1]["answers"] = ["surprise", "sadness", "anger"].map {
                ["id": $0, "emotion": $0]
            }
            sample.questions[1]["plausible"] = plausible
        }
        let fine = try findings { choose($0, plausible: ["fear"]) }
        #expect(!fine.contains { $0.code == .severalRightAnswers })
        let ambiguous = try findings { choose($0, plausible: ["happiness"]) }
        let reported = ambiguous.filter { $0.code == .severalRightAnswers }
        #expect(reported.count == 1 && reported.allSatisfy { "\($0)".contains("l2-face") })
    }

    @Test func `Duplicate names of any kind are rejected`() throws {
        let twice = try findings { $0.questions[1]["id"] = "l1-happiness-01" }
        #expect(twice.contains { $0.code == .duplicate && $0.file == "questions.json" })
        let sample = try SampleContent()
        try sample.save()
        try sample.write(
            "languages/en/more.json",
            "{\"texts\": {\n\"question.l1-happiness-01.tip\": \"Again.\"}}")
        let keys = try ContentCheck.run(sample.folder, as: .addition)
        #expect(
            keys.contains {
                $0.code == .duplicate && $0.file == "languages/en/more.json"
                    && $0.position == "line 2"
                    && $0.problem.contains("languages/en/all.json")
            })
        try sample.write("languages/en/more.json", "{\"texts\": {\"a\": \"1\",\n\"a\": \"2\"}}")
        let same = try ContentCheck.run(sample.folder, as: .addition)
        #expect(same.contains { $0.code == .duplicate && $0.position == "line 2" })
    }

    @Test func `Missing, unlicensed, oversized and unexpected files are rejected`() throws {
        let picture = "pictures/l1-happiness-01.webp"
        try expect(.missing, picture) {
            try FileManager.default.removeItem(at: $0.folder.appending(path: picture))
        }
        try expect(.unlicensed, picture) { $0.unlisted = [picture] }
        try expect(.unlicensed, "no license") { $0.licences[picture] = " unknown " }
        try expect(.tooLarge, picture) {
            try $0.write(picture, Data("RIFF\u{4}\0\0\0WEBPVP8 ".utf8) + Data(count: 200_000))
        }
        try expect(.tooLarge, "sounds/press.mp3") {
            try $0.write("sounds/press.mp3", Data([0xFF, 0xFB]) + Data(count: 60_000))
        }
        try expect(.wrongType, "not WebP") { try $0.write(picture, Data("<html>".utf8)) }
        try expect(.wrongType, "<script") {
            try $0.write("symbols/fear.svg", "<svg><script>alert(1)</script></svg>")
        }
        try expect(.wrongType, "script") {
            try $0.write("symbols/fear.svg", "<svg onload = 'x()'></svg>")
        }
        try expect(.wrongType, "run.sh") { try $0.write("run.sh", "rm -rf /") }
        let sample = try SampleContent()
        try sample.save()
        try sample.write(picture, Data("RIFF\u{4}\0\0\0WEBPVP8 other".utf8))
        let changed = try ContentCheck.run(sample.folder, as: .addition)
        #expect(changed.map(\.code) == [.checksum])
    }

    @Test func `Pictures of a level that exceed 3 MB are rejected`() throws {
        let findings = try findings(as: .shipped) { sample in
            for number in 1...8 {
                let path = "pictures/more-\(number).webp"
                try sample.write(
                    path, Data("RIFF\u{4}\0\0\0WEBPVP8 ".utf8) + Data(count: 190_000))
            }
            for index in sample.questions.indices
            where sample.questions[index]["level"] as? Int == 5 {
                let id = try #require(sample.questions[index]["id"] as? String)
                try sample.write(
                    "pictures/\(id).webp",
                    Data("RIFF\u{4}\0\0\0WEBPVP8 ".utf8) + Data(count: 199_000))
                let number = index % 8 + 1
                sample.questions[index]["answers"] =
                    [["id": "a", "picture": "pictures/more-\(number).webp"]]
                    + ["fear", "anger", "sadness", "surprise"].map { ["id": $0, "emotion": $0] }
                sample.questions[index]["right"] = "a"
            }
        }
        #expect(findings.contains { $0.code == .tooLarge && $0.position == "level 5" })
    }

    @Test(arguments: [
        "../x.webp", "/etc/passwd.webp", "pictures/../../x.webp", "a b.webp", "x\\y.webp",
    ])
    func `A picture path that leaves the folder is rejected`(path: String) throws {
        let errors = try findings { $0.questions[0]["picture"] = path }
        #expect(errors.contains { $0.code == .outside && $0.position?.hasPrefix("line") == true })
    }

    @Test func `Symbolic links are rejected regardless of their target`() throws {
        for path in ["pictures/link.webp", "linked", "languages/en/link.json"] {
            let errors = try findings { sample in
                try sample.save()
                try FileManager.default.createSymbolicLink(
                    atPath: sample.folder.appending(path: path).path,
                    withDestinationPath: "/etc/passwd")
            }
            #expect(errors.contains { $0.code == .outside }, "\(path): \(errors)")
        }
    }

    @Test(arguments: [
        "<b>bold</b>", "</p>", "<script>", "a &amp; b", "&#60;", "", "  ", "a\u{202E}b", "a\u{0}b",
        "a\u{1B}[31m", String(repeating: "long ", count: 200),
    ])
    func `Prompts with HTML or controls, empty and long prompts are rejected`(
        text: String
    ) throws {
        try expect(.unfitText, "question.l1-happiness-01.prompt") {
            $0.texts["en"]?["question.l1-happiness-01.prompt"] = text
        }
    }

    @Test func `A prompt with a long run of combining marks is rejected before any comparison`()
        throws
    {
        let marks = String(repeating: "\u{301}\u{327}", count: 5)
        let errors = try findings {
            $0.texts["en"]?["question.l1-happiness-01.prompt"] = "a" + marks
        }.filter { $0.severity == .error }
        #expect(errors.contains { $0.code == .unfitText && $0.description.contains("marks") })
    }

    @Test(arguments: [
        "1 < 2 and 3 > 2", "Tom & Jerry", "“Well!” – she said",
        "👨‍👩‍👧 "
            + "family", "Größe",
    ])
    func `Plain words with punctuation are accepted`(text: String) throws {
        #expect(
            try findings { $0.texts["en"]?["question.l1-happiness-01.prompt"] = text } == [])
    }

    @Test func `Missing texts of a question are reported`() throws {
        try expect(.noText, "question.l1-happiness-01.tip") {
            $0.texts["en"]?["question.l1-happiness-01.tip"] = nil
            $0.spoken["en"]?.removeAll { $0 == "question.l1-happiness-01.tip" }
        }
        try expect(.noText, "question.l1-happiness-01.answer.why") {
            $0.questions[0]["answers"] =
                [["id": "why", "text": true]]
                + ["happiness", "fear"].map { ["id": $0, "emotion": $0] }
        }
        try expect(.noText, "spoken") { $0.spoken["en"]?.append("question.none") }
    }

    @Test func `Missing translations are listed and fall back to English`() throws {
        let findings = try findings(as: .shipped) { sample in
            sample.texts["en"]?["login.wait"] = "In {seconds} s."
            sample.texts["de"] = ["emotion.fear": "ängstlich", "login.wait": "In {sekunden} s."]
        }
        #expect(
            findings.contains {
                $0.code == .notTranslated && $0.severity == .warning
                    && $0.position == "key emotion.anger"
            })
        #expect(!findings.contains { $0.position == "key emotion.fear" })
        #expect(findings.filter { $0.severity == .error }.map(\.code) == [.unfitText])
    }

    @Test func `A text without a recording in one or all voices is reported`() throws {
        let inAll = try findings(as: .shipped) {
            $0.texts["en"]?["play.done"] = "You are done."
            $0.spoken["en"]?.append("play.done")
        }
        #expect(inAll.filter { $0.code == .noNarration }.map(\.severity) == [.error])
        #expect(inAll.contains { $0.problem.contains("play.done") })
        let inOne = try findings(as: .shipped) {
            try $0.record(voice: "two")
            $0.texts["en"]?["play.done"] = "You are done."
            $0.spoken["en"]?.append("play.done")
            try $0.record(voice: "one")
        }
        #expect(inOne.map(\.severity) == [.warning])
        #expect(inOne.contains { $0.file == "narration/two" && $0.problem.contains("lacks 1") })
        let placeholder = try findings(as: .shipped) {
            $0.texts["en"]?["login.wait"] = "In {seconds} s."
            $0.spoken["en"]?.append("login.wait")
            try $0.record(voice: "one")
        }
        #expect(placeholder.map(\.code) == [.unfitText])
    }

    @Test func `The built-in content must have questions, sounds and symbols for all levels`()
        throws
    {
        let few = try findings(as: .shipped) { $0.questions.removeAll { $0["level"] as? Int == 3 } }
        #expect(few.contains { $0.code == .fewQuestions && $0.position == "level 3" })
        for path in ["sounds/right.mp3", "symbols/fear.svg"] {
            let findings = try findings(as: .shipped) {
                try FileManager.default.removeItem(at: $0.folder.appending(path: path))
            }
            #expect(findings.contains { $0.code == .missing && $0.file == path })
        }
    }

    @Test(arguments: [
        ("level", 6 as any Sendable), ("level", "one"), ("strength", 1.5), ("form", "own"),
        ("form", "photo"),
        ("id", "../x"), ("id", "bank-1"), ("id", ""), ("probe", "yes"), ("picture", 7),
        ("colour", "red"),
        ("answers", [String]()), ("point", ["x": 2.0, "y": 0.5, "radius": 0.1]),
        ("point", ["x": 0.5, "y": 0.5, "radius": 0.1, "z": 1]),
    ])
    func `A value out of range or of the wrong type is rejected with its line`(
        key: String, value: any Sendable
    ) throws {
        let errors = try findings { $0.questions[0][key] = value }.filter { $0.severity == .error }
        #expect(
            errors.contains {
                $0.file == "questions.json" && $0.position?.hasPrefix("line ") == true
            })
    }

    @Test func `One bad question does not hide errors in the next`() throws {
        let errors = try findings {
            $0.questions[0]["emotion"] = "glee"
            $0.questions[2]["emotion"] = "woe"
        }.filter { $0.code == .unknownEmotion }
        #expect(errors.count == 2)
        #expect(Set(errors.map(\.position)).count == 2)
    }

    @Test func `A file of another version is rejected`() throws {
        for file in ["questions.json", "manifest.json"] {
            let sample = try SampleContent()
            try sample.save()
            try sample.write(file, "{\"version\": 2, \"questions\": [], \"assets\": []}")
            let findings = try ContentCheck.run(sample.folder, as: .addition)
            #expect(findings.contains { $0.code == .version && $0.file == file })
        }
    }
}
