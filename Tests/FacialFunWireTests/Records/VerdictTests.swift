import FacialFunWire
import Foundation
import Testing
import TestSupport

struct VerdictTests {
    private static let verdicts: [Verdict] =
        [
            .matched(praise: nil), .matched(praise: .wellDone),
            .notYet(progress: 0, hint: nil, praise: nil),
            .notYet(progress: 0.625, hint: .openMouth, praise: .eyebrowsRaised),
            .notYet(progress: 1, hint: .holdIt, praise: nil),
        ] + CannotJudgeReason.allCases.map { .cannotJudge($0) }

    private func json(_ verdict: Verdict) throws -> JSONDocument {
        try JSONDocument(parsing: Data(verdict.json.compactText.utf8))
    }

    @Test("every verdict survives JSON", arguments: verdicts)
    func roundTrip(verdict: Verdict) throws {
        let data = Data(verdict.json.compactText.utf8)
        #expect(try JSONDecoder().decode(Verdict.self, from: data) == verdict)
    }

    @Test("the wire format of a verdict is its word with the codes and their sentences")
    func wire() throws {
        #expect(
            try json(.notYet(progress: 0.5, hint: .openMouth, praise: nil))
                == .object([
                    "verdict": .string("not_yet"), "progress": .number(0.5),
                    "hint": .object([
                        "code": .string("open_mouth"),
                        "sentence": .string(HintCode.openMouth.sentence),
                    ]),
                    "praise": .null,
                ]))
        #expect(
            try json(.cannotJudge(.tooDark))
                == .object([
                    "verdict": .string("cannot_judge"),
                    "reason": .object([
                        "code": .string("too_dark"), "remedy": .string("more_light"),
                        "sentence": .string(CannotJudgeReason.tooDark.sentence),
                    ]),
                ]))
        #expect(
            try json(.matched(praise: nil))
                == .object(["verdict": .string("matched"), "praise": .null]))
    }

    @Test("a verdict is decoded from its codes alone")
    func codesAlone() throws {
        let text = #"{"verdict": "not_yet", "progress": 0.5, "hint": {"code": "open_mouth"}}"#
        #expect(
            try JSONDecoder().decode(Verdict.self, from: Data(text.utf8))
                == .notYet(progress: 0.5, hint: .openMouth, praise: nil))
    }

    @Test(
        "invalid verdicts are rejected",
        arguments: [
            #"{}"#, #"{"verdict": "wrong"}"#, #"{"verdict": "not_yet"}"#,
            #"{"verdict": "not_yet", "progress": 1.5}"#,
            #"{"verdict": "not_yet", "progress": 0.5, "hint": {"code": "jump"}}"#,
            #"{"verdict": "not_yet", "progress": 0.5, "hint": "open_mouth"}"#,
            #"{"verdict": "cannot_judge"}"#,
            #"{"verdict": "cannot_judge", "reason": {"code": "wrong"}}"#,
        ])
    func refusal(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Verdict.self, from: Data(text.utf8))
        }
    }

    @Test("the sentences of a verdict start with the praise")
    func spoken() {
        #expect(
            Verdict.notYet(progress: 0.5, hint: .openMouth, praise: .eyebrowsRaised).sentence
                == "Good: your eyebrows are up. Open your mouth.")
        #expect(Verdict.notYet(progress: 0.5, hint: nil, praise: nil).sentence == nil)
        #expect(Verdict.cannotJudge(.tooDark).sentence == CannotJudgeReason.tooDark.sentence)
    }
}
