import Foundation
import Testing

@testable import FacialFun

/// An image file in `Fixtures`, written by `MakeFixtures/make_fixtures.py`.
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
        // A missing file means that nothing was recorded for this fixture.
        let data = try? Data(contentsOf: Self.folder.appending(path: "\(stem).rgb"))
        return data.map { [UInt8]($0) }
    }

    /// Every fixture with this file name extension, sorted by name.
    static func all(ending: String) -> [Fixture] {
        // An unreadable folder gives no fixtures, and `fixturesExist` fails.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(ending) }.sorted().map { Fixture(name: $0) }
    }

    static let jpegs = all(ending: ".jpg")
    static let pngs = all(ending: ".png")
    /// All fixtures that can be decoded with generous limits.
    static let decodable = (jpegs + pngs).filter { !$0.name.hasPrefix("declared-") }
    /// A limit of scans that no fixture exceeds.
    static let wideLimits = DecodeLimits(maxProgressiveScans: 1000)
}

/// The largest difference between the bytes of two pictures; nil if their sizes differ.
func maxDifference(_ a: Image, _ b: [UInt8]) -> Int? {
    a.withPixels { pixels in
        guard pixels.count == b.count else { return nil }
        return zip(pixels, b).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }
}

/// Expects a `FacialFunError` of this code.
func expectFailure(
    _ code: FacialFunError.Code, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) {
    do {
        try body()
        Issue.record("no error; expected \(code)", sourceLocation: sourceLocation)
    } catch let error as FacialFunError {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        #expect(!error.message.isEmpty, sourceLocation: sourceLocation)
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}
