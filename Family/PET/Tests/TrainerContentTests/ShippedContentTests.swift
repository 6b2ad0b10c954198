import FacialFunWire
import Foundation
import Testing
import TrainerRules

@testable import TrainerContent

struct ShippedContentTests {
    static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "../../Content").standardizedFileURL

    @Test func `The shipped content has no errors`() throws {
        let errors = try ContentCheck.run(Self.folder).filter { $0.severity == .error }
        let lines = errors.prefix(20).map(\.description).joined(separator: "\n")
        #expect(errors.isEmpty, "\(errors.count) errors:\n\(lines)")
    }

    /// An entry of the manifest.
    private struct Asset: Decodable {
        struct Checked: Decodable {
            struct Reading: Decodable {
                let top: String
            }
            let facialfun: Reading?
            let seen: String?
        }
        let file, kind, licence, origin, maker: String
        let bytes: Int
        let checked: Checked
    }

    private static func assets() throws -> [Asset] {
        struct Manifest: Decodable {
            let assets: [Asset]
        }
        let file = folder.appending(path: "manifest.json")
        return try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: file)).assets
    }

    @Test func `Every picture was reviewed and shows the emotion of its question`()
        throws
    {
        let content = try Content(folder: Self.folder)
        let assets = Dictionary(
            uniqueKeysWithValues: try Self.assets().map { ($0.file, $0) })
        for question in content.questions {
            guard let picture = question.picture else { continue }
            let asset = try #require(assets[picture])
            #expect(asset.checked.seen != nil, "\(picture) was not looked at")
            #expect(asset.origin.count > 5 && asset.maker.hasPrefix("making/"))
            // The network recognizes no face in parts of faces, drawings and people seen from
            // behind.
            guard question.form == .person, question.part == .whole else { continue }
            let top = try #require(asset.checked.facialfun?.top, "\(picture) was not scored")
            let isFaint = question.strength < 1
            #expect(
                top == question.emotion.rawValue || isFaint && top == "neutral",
                "\(picture) reads as \(top)")
        }
    }

    @Test func `Sizes are limited to 3 MB of pictures per level and 12 MB of narration`()
        throws
    {
        let content = try Content(folder: Self.folder)
        let assets = try Self.assets()
        let bytes = Dictionary(uniqueKeysWithValues: assets.map { ($0.file, $0.bytes) })
        for level in 1...5 {
            let pictures = Set(
                content.questions(level: level).flatMap {
                    [$0.picture].compactMap(\.self) + $0.answers.compactMap(\.picture)
                })
            let size = pictures.compactMap { bytes[$0] }.reduce(0, +)
            #expect(size > 100_000 && size < 3_000_000, "level \(level): \(size)")
            #expect(pictures.allSatisfy { $0.hasSuffix(".webp") })
        }
        let clips = assets.filter { $0.kind == "narration" }.map(\.bytes)
        #expect(clips.reduce(0, +) < 12_000_000)
        #expect((5_000...14_000).contains(clips.reduce(0, +) / clips.count))
    }

    /// An entry of the voice report.
    private struct Record: Decodable {
        let voice, file, text, heard: String
        let wordError, loudness, peak: Double
        /// The result of the second recognizer, if the first one did not understand the clip.
        let secondError: Double?

        /// The lower word error rate of the two.
        var error: Double { min(wordError, secondError ?? wordError) }
    }

    @Test func `The voice report lists every clip as understood or marked, with equal loudness`()
        throws
    {
        struct Report: Decodable {
            let clips: [Record]
        }
        let narration = Self.folder.appending(path: "narration")
        let clips = try JSONDecoder().decode(
            Report.self, from: Data(contentsOf: narration.appending(path: "report.json"))
        ).clips
        let shipped = try Self.assets().filter { $0.kind == "narration" }.map(\.file)
        #expect(Set(clips.map { "narration/\($0.voice)/\($0.file)" }) == Set(shipped))
        #expect(clips.count == shipped.count)
        let words = try String(
            contentsOf: narration.appending(path: "report.md"), encoding: .utf8)
        let marked = words.components(separatedBy: "## All clips")[0]
        for clip in clips {
            #expect(clip.file == NarrationClip.name(of: clip.text))
            #expect(
                clip.error <= 0.3
                    || marked.contains("| \(clip.voice) | \(clip.text) | \(clip.heard) |"),
                "\(clip.text)")
            // Within two LUFS of the target, except where the peak limits the loudness.
            #expect(
                abs(clip.loudness + 19) < 2 || clip.loudness < -19 && clip.peak > -4,
                "\(clip.voice) \(clip.text): \(clip.loudness) LUFS, \(clip.peak) dBTP")
            #expect(clip.peak <= 0, "\(clip.voice) \(clip.text)")
        }
        // Only few clips may be marked.
        #expect(clips.count { $0.error > 0.3 } * 50 < clips.count)
        #expect(clips.allSatisfy { $0.wordError <= 0.3 || $0.secondError != nil })
    }

    @Test func `The shipped content can be played in two voices`() throws {
        let content = try Content(folder: Self.folder)
        for level in 1...5 { #expect(content.questions(level: level).count >= 8) }
        #expect(content.voices.count >= 2)
        #expect(content.languages.first == "en")
    }
}
