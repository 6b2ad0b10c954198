import Foundation
import Testing

@testable import TrainerContent

struct ShippedContentTests {
    private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "../../Content").standardizedFileURL

    @Test func `The content that ships has no errors`() throws {
        let errors = try ContentCheck.run(Self.folder).filter { $0.severity == .error }
        let lines = errors.prefix(20).map(\.description).joined(separator: "\n")
        #expect(errors.isEmpty, "\(errors.count) errors:\n\(lines)")
    }

    @Test func `The content that ships can be played, in two voices`() throws {
        let content = try Content(folder: Self.folder)
        for level in 1...5 { #expect(content.questions(level: level).count >= 8) }
        #expect(content.voices.count >= 2)
        #expect(content.languages.first == "en")
    }
}
