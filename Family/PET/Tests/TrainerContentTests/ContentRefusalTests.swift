import Foundation
import Testing

@testable import TrainerContent

/// Unusable content of a family: each kind is refused with its name, position and a remedy, and
/// nothing is added.
struct ContentRefusalTests {
    /// A fault of a folder, and the words that the refusal must contain.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let words: [String]
        let spoil: @Sendable (SampleContent) throws -> Void
    }

    static let faults: [Fault] = [
        Fault(testDescription: "a wrong type", words: ["questions.json", "line ", "strength"]) {
            $0.questions[0]["strength"] = "strong"
        },
        Fault(
            testDescription: "no picture in the file", words: ["pictures/own-0.webp", "not WebP"]
        ) {
            try $0.write("pictures/own-0.webp", "This is a text.")
        },
        Fault(testDescription: "no license", words: ["pictures/own-0.webp", "license"]) {
            $0.licences["pictures/own-0.webp"] = ""
        },
        Fault(testDescription: "no answer", words: ["questions.json", "line ", "own-0", "answer"]) {
            $0.questions[0]["answers"] = [[String: Any]]()
        },
        Fault(testDescription: "two right answers", words: ["questions.json", "line ", "own-0"]) {
            $0.questions[0]["answers"] = ["happiness", "happiness", "anger"].enumerated().map {
                ["id": "a\($0.offset)", "emotion": $0.element]
            }
            $0.questions[0]["right"] = "a0"
        },
        Fault(testDescription: "a missing picture", words: ["pictures/gone.webp", "own-0"]) {
            $0.questions[0]["picture"] = "pictures/gone.webp"
        },
        Fault(testDescription: "50 MB", words: ["50 MB"]) {
            try $0.write("pictures/huge.webp", Data(count: 51_000_000))
        },
        Fault(
            testDescription: "a path that leads outside",
            words: ["questions.json", "line ", "../../etc/passwd"]
        ) {
            $0.questions[0]["picture"] = "../../etc/passwd"
        },
        Fault(
            testDescription: "HTML in a prompt",
            words: ["languages/en/all.json", "line ", "question.own-0.prompt"]
        ) {
            $0.texts["en"]?["question.own-0.prompt"] = "How does <b>he</b> feel?"
        },
    ]

    @Test(arguments: faults)
    func `Each kind of bad content is rejected by name and nothing is added`(fault: Fault)
        throws
    {
        let base = try SampleContent()
        try base.makeWhole()
        let own = try Content(folder: try base.save())
        let more = try SampleContent()
        more.questions = more.questions.prefix(2).enumerated().map { number, question in
            question.merging(["id": "own-\(number)", "picture": "pictures/own-\(number).webp"]) {
                _, new in new
            }
        }
        more.texts = ["en": [:]]
        more.spoken = [:]
        for number in 0...1 {
            for part in ["prompt", "tip", "description"] {
                more.texts["en"]?["question.own-\(number).\(part)"] = "The \(part) of \(number)."
            }
            try FileManager.default.moveItem(
                at: more.folder.appending(path: "pictures/l\(number + 1)-happiness-01.webp"),
                to: more.folder.appending(path: "pictures/own-\(number).webp"))
        }
        try fault.spoil(more)
        let place = base.folder.deletingLastPathComponent()
            .appending(path: "additions-\(UUID())", directoryHint: .isDirectory)
        defer { try? FileManager.default.removeItem(at: place) }
        let error = #expect(throws: ContentError.self) {
            _ = try ContentAddition.add(try more.save(), named: "bad", to: place, existing: own)
        }
        let said = ([error?.message ?? ""] + (error?.findings ?? []).map(\.description))
            .joined(separator: "\n")
        for word in fault.words { #expect(said.contains(word), "\(said)") }
        #expect(error?.findings.allSatisfy { !$0.remedy.isEmpty } == true)
        // Missing or empty.
        let left = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
        #expect(left.isEmpty)
    }
}
