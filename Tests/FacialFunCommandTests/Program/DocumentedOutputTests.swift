import Foundation
import Testing
import TestSupport

/// Compares the output shown in documents with that of the program.
struct DocumentedOutputTests {
    /// A command and the output below it in a document.
    struct Example: CustomTestStringConvertible, Sendable {
        var page: String
        var command: String
        var output: String

        var testDescription: String { "\(page): \(command)" }
    }

    /// Commands whose output is the same on any machine except for times.
    private static let examples: [Example] = ["README.md", "docs/levels.md"].flatMap { page in
        let file = URL(fileURLWithPath: Program.package).appending(path: page)
        // A missing page has no examples, and a test fails.
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "```").filter { $0.contains("\n$ facialfun ") }
            .flatMap { $0.components(separatedBy: "\n$ ").dropFirst() }
            .filter { $0.hasPrefix("facialfun score ") || $0.hasPrefix("facialfun match ") }
            .map { block in
                let lines = block.split(separator: "\n", maxSplits: 1)
                return Example(
                    page: page, command: String(lines[0]),
                    output: lines.count > 1 ? String(lines[1]) : "")
            }
    }

    @Test("pages show the output of the program", arguments: examples)
    func output(of example: Example) throws {
        let result = try Program.shell(
            example.command.replacing("facialfun", with: "$F", maxReplacements: 1))
        #expect(result.status == 0)
        #expect(Self.comparable(result.output) == Self.comparable(example.output))
    }

    @Test("each page has an example with output")
    func pages() {
        #expect(Set(Self.examples.map(\.page)).count == 2)
        #expect(Self.examples.count >= 3)
    }

    private static func comparable(_ text: String) -> String {
        text.replacing(#/[0-9.]+ ms/#, with: "… ms")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
