import Emotions
import Foundation
import Testing

struct WireCodesTests {
    /// One row of a table of `codes.md`: its cells.
    private static let rows: [[String]] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Emotions/codes.md")
        // A missing table leaves no row, which every test below reports.
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }()

    @Test("every code stands in the documentation once, with its sentence, and no other does")
    func documented() {
        var expected = Verdict.Kind.allCases.map { ["`\($0.rawValue)`"] }
        expected += CannotJudgeReason.allCases.map {
            ["`\($0.rawValue)`", "`\($0.remedy)`", $0.sentence]
        }
        expected += HintCode.allCases.map { ["`\($0.rawValue)`", $0.sentence] }
        expected += PraiseCode.allCases.map { ["`\($0.rawValue)`", $0.sentence] }
        let verdicts = Verdict.Kind.allCases.count
        #expect(Self.rows.prefix(verdicts).map { [$0[0]] } == Array(expected.prefix(verdicts)))
        let points = OperatingPoint.allCases.map { ["`\($0.rawValue)`"] }
        let movements = FaceMovement.allCases.map { ["`\($0.rawValue)`", $0.actionUnit ?? "–"] }
        #expect(Self.rows.suffix(movements.count).map { Array($0.prefix(2)) } == movements)
        let codes = Self.rows.dropLast(movements.count)
        #expect(codes.suffix(points.count).map { [$0[0]] } == points)
        #expect(
            Array(codes.dropFirst(verdicts).dropLast(points.count))
                == Array(expected.dropFirst(verdicts)))
    }

    @Test("codes are in lower case with underscores, and mean one thing each")
    func spelling() {
        let codes =
            Verdict.Kind.allCases.map(\.rawValue) + CannotJudgeReason.allCases.map(\.rawValue)
            + CannotJudgeReason.allCases.map(\.remedy) + HintCode.allCases.map(\.rawValue)
            + PraiseCode.allCases.map(\.rawValue)
        for code in codes { #expect(code.wholeMatch(of: #/[a-z]+(_[a-z]+)*/#) != nil, "\(code)") }
        #expect(Set(codes).count == codes.count)
    }

    @Test("sentences are short, whole, and differ from each other")
    func sentences() {
        let sentences =
            CannotJudgeReason.allCases.map(\.sentence) + HintCode.allCases.map(\.sentence)
            + PraiseCode.allCases.map(\.sentence)
        for sentence in sentences {
            #expect(sentence.hasSuffix(".") || sentence.hasSuffix("!"))
            let words = sentence.split(separator: " ").count
            #expect((3...16).contains(words), "\(sentence)")
            #expect(!sentence.lowercased().contains("wrong"))
        }
        #expect(Set(sentences).count == sentences.count)
    }

    @Test("contradiction is mutual, and no hint contradicts itself")
    func contradictions() {
        for hint in HintCode.allCases {
            #expect(!hint.contradictions.contains(hint))
            for other in hint.contradictions {
                #expect(other.contradictions.contains(hint), "\(hint) and \(other)")
            }
        }
        #expect(HintCode.raiseEyebrows.contradictions.contains(.lowerBrows))
        #expect(HintCode.openMouth.contradictions.contains(.closeMouth))
        #expect(!HintCode.openMouth.contradictions.contains(.raiseEyebrows))
    }

    @Test("each movement has praise of its own, and each praise but one a movement")
    func praise() {
        let praise = HintCode.allCases.compactMap(\.praise)
        #expect(Set(praise).count == praise.count)
        #expect(Set(PraiseCode.allCases).subtracting(praise) == [.wellDone])
    }
}
