import FacialFun
import Foundation
import Testing
import TestSupport

@testable import Films

struct JPEGSplitterTests {
    private static func picture(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return Array(try Data(contentsOf: folder.appendingPathComponent("SampleFaces/\(name)")))
    }

    private static func files(
        _ stream: [UInt8], chunk: Int = 1000, maxBytes: Int = 10_000_000
    ) -> [JPEGStream.File] {
        var splitter = JPEGSplitter(maxBytes: maxBytes)
        var files: [JPEGStream.File] = []
        for start in stride(from: 0, to: stream.count, by: chunk) {
            splitter.append(Array(stream[start..<min(start + chunk, stream.count)]))
            while let file = splitter.next(atEnd: false) { files.append(file) }
        }
        while let file = splitter.next(atEnd: true) { files.append(file) }
        return files
    }

    @Test(
        "concatenated files are split regardless of buffer boundaries",
        arguments: [1, 7, 1000, 1_000_000])
    func split(chunk: Int) throws {
        let pictures = try ["hopper.jpg", "collins-progressive.jpg", "sideways-exif.jpg"].map(
            Self.picture)
        #expect(Self.files(pictures.flatMap(\.self), chunk: chunk) == pictures.map { .whole($0) })
    }

    @Test("bytes between files are skipped")
    func garbage() throws {
        let picture = try Self.picture("hopper.jpg")
        let noise: [UInt8] = [0xFF, 0x00, 0xFF, 0xD8, 0x12, 0xFF, 0xD9, 1, 2, 3]
        #expect(
            Self.files(noise + picture + noise + picture + noise)
                == [.whole(picture), .whole(picture)])
    }

    @Test("a start marker without further bytes is not a file", arguments: [1, 1000])
    func startMarkerAlone(chunk: Int) throws {
        let picture = try Self.picture("tiny.jpg")
        let beginnings: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD8, 0xFF, 0xFF, 0xD8, 0xFF, 0]
        #expect(Self.files(beginnings + picture, chunk: chunk) == [.whole(picture)])
    }

    @Test("a file is complete as soon as its last byte arrives")
    func promptly() throws {
        let picture = try Self.picture("hopper.jpg")
        var splitter = JPEGSplitter(maxBytes: 10_000_000)
        splitter.append(Array(picture.dropLast()))
        #expect(splitter.next(atEnd: false) == nil)
        splitter.append([0xD9])
        #expect(splitter.next(atEnd: false) == .whole(picture))
    }

    @Test("a truncated file is passed on as it is, and the next one is complete")
    func cut() throws {
        let picture = try Self.picture("hopper.jpg")
        let half = Array(picture.prefix(picture.count / 2))
        #expect(Self.files(half + picture) == [.whole(half), .whole(picture)])
        #expect(Self.files(picture + half) == [.whole(picture), .whole(half)])
        let head = Array(picture.prefix(30))
        #expect(Self.files(picture + head) == [.whole(picture), .whole(head)])
    }

    @Test("a file that is too large is skipped, and the next one is found")
    func tooLarge() throws {
        let (large, small) = (try Self.picture("group.jpg"), try Self.picture("tiny.jpg"))
        let files = Self.files(large + small, maxBytes: small.count + 100)
        #expect(files.last == .whole(small))
        guard case .tooLarge(let bytes) = try #require(files.first) else {
            Issue.record("not too large: \(files)")
            return
        }
        #expect(bytes > small.count)
    }

    @Test("the limit applies to a file even if the stream ends after it", arguments: [0, 1])
    func limitAfterTheEnd(missing: Int) throws {
        let picture = try Self.picture("tiny.jpg")
        let file = Array(picture.dropLast(missing))
        #expect(Self.files(file, maxBytes: file.count) == [.whole(file)])
        #expect(
            Self.files(file, chunk: 1_000_000, maxBytes: file.count - 1)
                == [.tooLarge(bytes: file.count)])
    }

    @Test("an endless stream of FF is skipped, and little of it is kept")
    func fillBytes() throws {
        let picture = try Self.picture("tiny.jpg")
        var splitter = JPEGSplitter(maxBytes: 10_000)
        splitter.append([0xFF, 0xD8])
        var files: [JPEGStream.File] = []
        for _ in 0..<200 {
            splitter.append([UInt8](repeating: 0xFF, count: 1000))
            while let file = splitter.next(atEnd: false) { files.append(file) }
            #expect(splitter.keptBytes < 30_000)
        }
        splitter.append(picture)
        while let file = splitter.next(atEnd: true) { files.append(file) }
        #expect(files.count == 2)
        #expect(files.last == .whole(picture))
    }

    @Test("random bytes neither crash nor hang the splitter")
    func noise() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let bytes = (0..<400).map { _ -> UInt8 in
                let byte = UInt8.random(in: 0...255, using: &generator)
                return byte > 150
                    ? [0xFF, 0xD8, 0xD9, 0xDA, 0xE0].randomElement(using: &generator) ?? 0 : byte
            }
            let taken = Self.files(bytes, chunk: 13).reduce(0) { sum, file in
                if case .whole(let bytes) = file { sum + bytes.count } else { sum }
            }
            #expect(taken <= bytes.count)
        }
    }
}
