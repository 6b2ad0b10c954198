import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

struct HintTableTests {
    private let hints: HintTable

    init() throws {
        hints = try SampleFiles.hints()
    }

    private func advice(
        _ target: Emotion, _ moved: [GeometricFeature: Double], current: HintCode? = nil
    ) -> Advice {
        hints.advice(
            for: target, features: .absolute(SampleFaces.features(moved)), current: current)
    }

    private let browsUp: [GeometricFeature: Double] = [
        .outerBrowHeightRight: 3, .outerBrowHeightLeft: 3,
    ]

    @Test("a resting face gets the hint of the movement with the greatest effect")
    func restingFaceGetsTheBestHint() {
        #expect(advice(.surprise, [:]) == Advice(hint: .openMouth))
        #expect(advice(.anger, [:]) == Advice(hint: .lowerBrows))
        #expect(advice(.happiness, [:]) == Advice(), "nothing is known for happiness here")
    }

    @Test("a completed movement is praised and no longer requested")
    func praise() {
        #expect(
            advice(.surprise, browsUp) == Advice(hint: .openMouth, praise: .eyebrowsRaised))
        #expect(
            advice(.surprise, [.mouthOpening: 10])
                == Advice(hint: .raiseEyebrows, praise: .mouthOpen))
        let all = browsUp.merging([.mouthOpening: 10]) { $1 }
        #expect(advice(.surprise, all) == Advice(praise: .mouthOpen))
    }

    @Test("a hint that failed its evaluation is not offered")
    func failedHintIsNotOffered() {
        let all = browsUp.merging([.mouthOpening: 10]) { $1 }
        #expect(advice(.surprise, all).hint == nil, "the eyes are not asked for")
    }

    @Test("a hint stays until its movement is made")
    func kept() {
        #expect(advice(.surprise, [:], current: .raiseEyebrows).hint == .raiseEyebrows)
        #expect(advice(.surprise, [.mouthOpening: 7], current: .openMouth).hint == .openMouth)
        #expect(advice(.surprise, [.mouthOpening: 7]).hint == .raiseEyebrows)
        #expect(advice(.surprise, browsUp, current: .raiseEyebrows).hint == .openMouth)
        #expect(advice(.surprise, [:], current: .lowerBrows).hint == .openMouth)
    }

    @Test("left and right mouth corner give the same hint")
    func asymmetry() {
        for corner in [GeometricFeature.mouthCornerLiftRight, .mouthCornerLiftLeft] {
            #expect(advice(.contempt, [corner: 5]) == Advice(praise: .oneMouthCornerLifted))
        }
        let both: [GeometricFeature: Double] = [
            .mouthCornerLiftRight: 5, .mouthCornerLiftLeft: 5,
        ]
        #expect(advice(.contempt, both) == Advice(hint: .liftOneMouthCorner))
    }

    @Test("the target neutral requests rest until the face is at rest")
    func rest() {
        #expect(advice(.neutral, [:]) == Advice(praise: .faceRelaxed))
        var moved: [GeometricFeature: Double] = [:]
        for feature in GeometricFeature.allCases { moved[feature] = 4 }
        #expect(advice(.neutral, moved) == Advice(hint: .relaxFace))
    }

    @Test("a change from the person's own face is measured from that face")
    func ownFace() {
        let change = GeometricFeatures(
            values: GeometricFeature.allCases.map { $0 == .mouthOpening ? 0.1 : 0 })
        #expect(
            hints.advice(for: .surprise, features: .change(change))
                == Advice(hint: .raiseEyebrows, praise: .mouthOpen))
        #expect(hints.advice(for: .surprise, features: nil) == Advice())
    }

    @Test("hints contradict neither each other nor the praise", arguments: 1...4)
    func contradiction(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for target in Emotion.allCases {
            var given: Set<HintCode> = []
            var current: HintCode?
            for _ in 0..<500 {
                let advice = hints.advice(
                    for: target, features: .absolute(generator.features()), current: current)
                current = advice.hint
                guard let hint = advice.hint else { continue }
                given.insert(hint)
                #expect(hint.praise != advice.praise)
                for other in given { #expect(!hint.contradictions.contains(other)) }
                for other in hint.contradictions where other.praise != nil {
                    #expect(advice.praise != other.praise)
                }
            }
        }
    }

    @Test(
        "an invalid file is rejected with the line and the field",
        arguments: [
            (#""hint": "open_mouth""#, #""hint": "jump""#, "targets.surprise[1].hint"),
            (#""hint": "open_mouth""#, #""hint": "wrinkle_nose""#, "targets.surprise[1].hint"),
            (#""hint": "open_mouth""#, #""hint": "raise_eyebrows""#, "duplicate hint"),
            (#""hint": "open_mouth""#, #""hint": "lower_brows""#, "contradicts raise_eyebrows"),
            (#""raised": 1.0"#, #""raised": 0.79"#, "targets.surprise[1].raised"),
            (#""goal": -1.5"#, #""goal": 1.5"#, "targets.neutral[0].goal"),
            (#""goal": 10.0"#, #""goal": 0"#, "targets.surprise[1].goal"),
            (#""praiseFrom": 0.8"#, #""praiseFrom": 0.4"#, "praiseFrom"),
            (
                #""outerBrowHeightRight": 0.5, "outerBrowHeightLeft": 0.5"#,
                #""outerBrowHeightRight": 1"#, "the same weight"
            ),
            (#""mouthCornerLiftLeft": -0.5"#, #""mouthCornerLiftLeft": 0.5"#, "opposite weights"),
            (#"{"mouthOpening": 1}"#, #"{"mouthOpening": 0.9}"#, "sum to 1"),
            (
                #"{"mouthOpening": 1}"#, #"{"mouthOpening": 1, "ears": 0}"#,
                "movements.open_mouth.weights.ears"
            ),
            (#""kind": "asymmetry""#, #""kind": "twist""#, "movements.lift_one_mouth_corner.kind"),
            (#""open_mouth": {"kind""#, #""hold_it": {"kind""#, "movements.hold_it"),
            (
                #""eyeOpeningLeft": {"mean": 0.3"#, #""eyeOpeningLeft": {"mean": 0.31"#,
                "rest.eyeOpeningLeft"
            ),
            (
                #""mouthWidth": {"mean": 0.3, "spread": 0.01}"#,
                #""mouthWidth": {"mean": 0.3, "spread": 0}"#, "rest.mouthWidth.spread"
            ),
            (#""measured": "drawn by hand""#, #""measured": 7"#, "measured"),
        ])
    func unsound(old: String, new: String, field: String) throws {
        let text = SampleFiles.hintsText()
        let place = try #require(text.range(of: old))
        let line = 1 + text[..<place.lowerBound].count { $0 == "\n" }
        do throws(FacialFunError) {
            let changed = text.replacingCharacters(in: place, with: new)
            _ = try HintTable(bytes: Array(changed.utf8), file: "mine.json")
            Issue.record("it was accepted")
        } catch {
            #expect(error.code == .malformedHints)
            #expect(error.message.contains(field), "\(error)")
            // The error is on the line of the weights, or on that on which their movement begins.
            #expect([line, line - 1].contains(error.line), "\(error)")
        }
    }

    @Test("schema and reader accept the same files")
    func schema() throws {
        let schema = try JSONSchema(contentsOfFile: ModelsFolder.path(of: "hints.schema.json"))
        let document = try JSONDocument(parsing: Data(SampleFiles.hintsText().utf8))
        #expect(schema.faults(of: document) == [])
        let features = try JSONDocument(
            parsing: Data(
                contentsOf: URL(fileURLWithPath: ModelsFolder.path(of: "hints.schema.json"))))
        #expect(
            features["properties"]?["rest"]?["required"]?.elements.compactMap(\.text)
                == GeometricFeature.allCases.map(\.rawValue))
        #expect(
            features["properties"]?["movements"]?["properties"]?.keys
                == HintCode.allCases.filter { $0.praise != nil }.map(\.rawValue).sorted())
    }
}
