import Foundation
import Testing

@testable import FacialFun

/// One of the image files in `Fixtures`, which `MakeFixtures/make_fixtures.py` wrote.
struct Fixture: Hashable, Sendable, CustomTestStringConvertible {
    let name: String

    var testDescription: String { name }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// The file's bytes.
    func bytes() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    }

    /// The pixels that the file must decode to, if they were recorded.
    func expectedPixels() -> [UInt8]? {
        let stem = name.prefix { $0 != "." }
        // No file means that nothing was recorded for this fixture.
        let data = try? Data(contentsOf: Self.folder.appending(path: "\(stem).rgb"))
        return data.map { [UInt8]($0) }
    }

    /// Every fixture with this ending, in the order of their names.
    static func all(ending: String) -> [Fixture] {
        // An unreadable folder gives no fixtures, which `thereAreFixtures` notices.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(ending) }.sorted().map { Fixture(name: $0) }
    }

    static let jpegs = all(ending: ".jpg")
    static let pngs = all(ending: ".png")
    /// All that can be decoded under wide limits.
    static let decodable = (jpegs + pngs).filter { !$0.name.hasPrefix("declared-") }
    /// A limit of scans that every fixture keeps.
    static let wideLimits = DecodeLimits(maxProgressiveScans: 1000)
}

/// The largest difference between two pictures' bytes; nil when their sizes differ.
func maxDifference(_ a: Image, _ b: [UInt8]) -> Int? {
    a.withPixels { pixels in
        guard pixels.count == b.count else { return nil }
        return zip(pixels, b).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }
}

/// Expects an `ImageError` of this code.
func expectFailure(
    _ code: ImageError.Code, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) {
    do {
        try body()
        Issue.record("no error; expected \(code)", sourceLocation: sourceLocation)
    } catch let error as ImageError {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        #expect(!error.message.isEmpty, sourceLocation: sourceLocation)
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}
