import FacialFunWire
import Foundation
import Testing

struct WireCodesTests {
    /// The rows of each table of `docs/codes.md` as lists of cells, by the heading above the table.
    private static let tables: [String: [[String]]] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("docs/codes.md")
        // A missing table has no rows, and every test below fails.
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        var tables: [String: [[String]]] = [:]
        var heading = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
            guard line.hasPrefix("| `") else { continue }
            tables[heading, default: []].append(
                line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) })
        }
        return tables
    }()

    @Test("the documentation has exactly these codes once each, with their sentences")
    func documented() {
        let tables = Self.tables
        func codes(_ heading: String) -> [String] { tables[heading]?.map { $0[0] } ?? [] }
        #expect(codes("Verdicts") == Verdict.Kind.allCases.map { "`\($0.rawValue)`" })
        #expect(
            tables["Reasons of `cannot_judge`"]
                == CannotJudgeReason.allCases.map {
                    ["`\($0.rawValue)`", "`\($0.remedy)`", $0.sentence]
                })
        #expect(tables["Hints"] == HintCode.allCases.map { ["`\($0.rawValue)`", $0.sentence] })
        #expect(tables["Praise"] == PraiseCode.allCases.map { ["`\($0.rawValue)`", $0.sentence] })
        #expect(
            codes("Phases of an attempt") == AttemptStatus.Phase.allCases.map { "`\($0.rawValue)`" }
        )
        #expect(codes("Operating points") == OperatingPoint.allCases.map { "`\($0.rawValue)`" })
        #expect(
            tables["Movements"]?.map { Array($0.prefix(2)) }
                == FaceMovement.allCases.map { ["`\($0.rawValue)`", $0.actionUnit ?? "–"] })
    }

    @Test("codes are unique and in lower case with underscores")
    func spelling() {
        let codes =
            Verdict.Kind.allCases.map(\.rawValue) + CannotJudgeReason.allCases.map(\.rawValue)
            + CannotJudgeReason.allCases.map(\.remedy) + HintCode.allCases.map(\.rawValue)
            + PraiseCode.allCases.map(\.rawValue)
        for code in codes { #expect(code.wholeMatch(of: #/[a-z]+(_[a-z]+)*/#) != nil, "\(code)") }
        #expect(Set(codes).count == codes.count)
    }

    @Test("sentences are short, complete and unique")
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

    @Test("contradictions are mutual, and no hint contradicts itself")
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

    @Test("each movement has its own praise, and all praises but one belong to a movement")
    func praise() {
        let praise = HintCode.allCases.compactMap(\.praise)
        #expect(Set(praise).count == praise.count)
        #expect(Set(PraiseCode.allCases).subtracting(praise) == [.wellDone])
    }
}
