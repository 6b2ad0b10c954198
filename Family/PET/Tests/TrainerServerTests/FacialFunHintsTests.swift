import FacialFunWire
import Foundation
import Testing
import TrainerContent

@testable import TrainerServer

/// The hints for a child: words, recordings and drawings.
@Suite struct FacialFunHintsTests {
    @Test func `Every hint has a drawing of its movement, and no drawing is unused`()
        throws
    {
        let module = try String(
            contentsOf: FacialFunHouse.game.appending(path: "Web/modules/facial-fun-hint.js"),
            encoding: .utf8)
        let start = try #require(module.range(of: "const movements = {"))
        let end = try #require(
            module.range(of: "\n};", range: start.upperBound..<module.endIndex))
        let body = module[start.upperBound..<end.lowerBound]
        let drawn = body.split(separator: "\n").compactMap { line in
            // A line with four spaces, a code and a colon; deeper lines belong to a code.
            line.hasPrefix("    ") && !line.hasPrefix("     ") && line.contains(":")
                ? String(line.dropFirst(4).prefix { $0 != ":" }) : nil
        }
        #expect(Set(drawn) == Set(HintCode.allCases.map(\.rawValue)))
    }

    @Test(arguments: ["en"])
    func `Every hint, praise and reason has a recording in every voice`(language: String) throws {
        let content = try Content(folder: FacialFunHouse.game.appending(path: "Content"))
        let keys =
            HintCode.allCases.map { "hint.\($0.rawValue)" }
            + PraiseCode.allCases.map { "praise.\($0.rawValue)" }
            + PraiseCode.allCases.filter { $0 != .wellDone }.map { "seen.\($0.rawValue)" }
            + CannotJudgeReason.allCases.map { "reason.\($0.rawValue)" }
            + ["face.moment", "face.away", "face.rest.sentence", "face.rest.not_at_rest"]
        #expect(!content.voices.isEmpty)
        for voice in content.voices {
            let presenter = FacePresenter(content: content, language: language, voice: voice)
            for key in keys {
                let words = presenter.spoken(key)
                #expect(words.sentence != key, "\(key) has no words")
                let clip = try #require(words.clip, "\(key) has no recording by \(voice)")
                let file = FacialFunHouse.game.appending(path: clip.dropFirst())
                    .path.replacing("/content/", with: "/Content/")
                #expect(FileManager.default.fileExists(atPath: file), "\(file)")
            }
        }
    }
}
