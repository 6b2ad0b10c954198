import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import FacialFun

/// Hints for faces with measured movements.
struct MovementHintsTests {
    /// The sample's hints with measured movements: lifted brows by `browInnerUp`, 0.2 at rest; an
    /// open mouth by `jawOpen`, requested below a tenth of its goal.
    static func text(
        weights: String = #""browInnerUp": 1"#, hintBelow: String = "0.1"
    ) -> String {
        let names = GeometricFeature.allCases.map { ($0.rawValue, 0.3, 0.01) }
        let strengths = FaceMovement.allCases.map {
            ($0.rawValue, $0 == .browInnerUp ? 0.2 : 0, 0.1)
        }
        let rest = (names + strengths).map {
            "\"\($0.0)\": {\"mean\": \($0.1), \"spread\": \($0.2)}"
        }
        let targets = Emotion.allCases.map { emotion in
            let entries =
                emotion == .surprise
                ? """
                {"hint": "raise_eyebrows", "goal": 4, "gain": 0.3, "raised": 1, "cases": 40,
                 "offered": true},
                {"hint": "open_mouth", "goal": 2, "hintBelow": \(hintBelow), "gain": 0.2,
                 "raised": 1, "cases": 40, "offered": true}
                """ : ""
            return "\"\(emotion.rawValue)\": [\(entries)]"
        }
        return SampleFiles.hintsText().replacing(
            "\"measured\":",
            with: """
                "withMovements": {
                "rest": {\(rest.joined(separator: ",\n"))},
                "movements": {
                 "raise_eyebrows": {"kind": "sum", "weights": {\(weights)}},
                 "open_mouth": {"kind": "sum", "weights": {"jawOpen": 1}}},
                "targets": {\(targets.joined(separator: ",\n"))},
                "measured": "drawn by hand"},
                "measured":
                """)
    }

    static func hints() throws -> HintTable { try HintTable(bytes: Array(text().utf8)) }

    private static func movements(_ moved: [FaceMovement: Float]) -> FaceMovements {
        FaceMovements(values: FaceMovement.allCases.map { moved[$0] ?? 0 })
    }

    private func advice(
        _ moved: [FaceMovement: Float]?, features: [GeometricFeature: Double] = [:]
    ) throws -> Advice {
        try Self.hints().advice(
            for: .surprise, features: .absolute(SampleFaces.features(features)),
            movements: moved.map { .absolute(Self.movements($0)) })
    }

    @Test("the file conforms to its schema")
    func schema() throws {
        let schema = try JSONSchema(contentsOfFile: ModelsFolder.path(of: "hints.schema.json"))
        #expect(schema.faults(of: try JSONDocument(parsing: Data(Self.text().utf8))) == [])
        #expect(try Self.hints().withMovements != nil)
        #expect(try SampleFiles.hints().withMovements == nil)
    }

    @Test("measured movements determine what is missing, otherwise geometry does")
    func missing() throws {
        let open: [GeometricFeature: Double] = [.mouthOpening: 10]
        #expect(try advice([.browInnerUp: 0.2], features: open).hint == .raiseEyebrows)
        #expect(
            try advice([.browInnerUp: 0.9], features: open)
                == Advice(hint: .openMouth, praise: .eyebrowsRaised))
        #expect(try advice([.browInnerUp: 0.9, .jawOpen: 0.03]).hint == nil)
        #expect(try advice(nil, features: open) == Advice(hint: .raiseEyebrows, praise: .mouthOpen))
        #expect(
            try advice([.browInnerUp: 0.9, .jawOpen: 0.2])
                == Advice(praise: .eyebrowsRaised))
    }

    @Test("an entry may define the share below which its hint is requested")
    func ownShare() throws {
        #expect(try advice([.browInnerUp: 0.9, .jawOpen: 0.019]).hint == .openMouth)
        #expect(try advice([.browInnerUp: 0.9, .jawOpen: 0.021]).hint == nil)
    }

    @Test("a person with lifted brows at rest still gets the hint to lift them")
    func ownRest() throws {
        let levels = try SampleFiles.levels()
        let face = Observation.face(
            scores: SampleFaces.scores(.neutral, 0.9), features: SampleFaces.features(),
            movements: Self.movements([.browInnerUp: 0.85, .jawOpen: 0.2]))
        let matcher = Matcher(levels: levels, hints: try Self.hints())
        func hint(_ baseline: Baseline?) -> HintCode? {
            guard
                case .notYet(_, let hint, _) = matcher.judge(
                    face, target: .surprise, level: .one, baseline: baseline)
            else { return nil }
            return hint
        }
        #expect(hint(nil) == nil, "brows that high are lifted ones, as most people go")
        #expect(hint(try Baseline(pictures: [face])) == .raiseEyebrows)
    }

    @Test("a baseline without movements compares only features with the rest")
    func baselineWithout() throws {
        let moved = Self.movements([.jawOpen: 0.5])
        let rest = Observation.face(
            scores: SampleFaces.scores(.neutral, 0.9), features: SampleFaces.features())
        #expect(try Baseline(pictures: [rest]).change(of: moved) == nil)
        let whole = Observation.face(
            scores: SampleFaces.scores(.neutral, 0.9), features: SampleFaces.features(),
            movements: Self.movements([.jawOpen: 0.25]))
        let change = try #require(try Baseline(pictures: [whole]).change(of: moved))
        #expect(change[FaceMovement.jawOpen.index] == 0.25)
        #expect(change.count { $0 == 0 } == 50)
    }

    @Test("a mirrored face gets the same advice")
    func mirrored() throws {
        for seed in 0..<40 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let moved = FaceMovements(
                values: FaceMovement.allCases.map { _ in .random(in: 0...1, using: &generator) })
            let features = generator.features()
            let hints = try Self.hints()
            #expect(
                hints.advice(
                    for: .surprise, features: .absolute(features), movements: .absolute(moved))
                    == hints.advice(
                        for: .surprise, features: .absolute(features.mirrored),
                        movements: .absolute(moved.mirrored)))
        }
    }

    @Test("a recorded attempt keeps the movements and replays with the same advice")
    func record() throws {
        let plan = AttemptPlan(target: .surprise, level: .two)
        let baseline = try Baseline(pictures: [
            .face(
                scores: SampleFaces.scores(.neutral, 0.9), features: SampleFaces.features(),
                movements: Self.movements([.browInnerUp: 0.3]))
        ])
        let schema = try JSONSchema(
            contentsOfFile: ModelsFolder.path
                + "/../Sources/FacialFun/Levels/Records/attempt-record.schema.json")
        for own in [nil, baseline] {
            var record = AttemptRecord(model: SampleFiles.model, plan: plan)
            for frame in 0..<40 {
                record.events.append(
                    AttemptEvent(
                        frame: frame, atMilliseconds: Double(frame) * 100,
                        .face(
                            scores: SampleFaces.scores(.neutral, 0.9),
                            features: SampleFaces.features(),
                            movements: Self.movements([.browInnerUp: Float(frame) / 40])),
                        target: .surprise, baseline: own, withheld: []))
            }
            let again = try AttemptRecord(bytes: Array(record.text.utf8), file: "a.jsonl")
            #expect(again == record)
            #expect(record.text.contains("movementChanges") == (own != nil))
            for line in record.text.split(separator: "\n") {
                #expect(schema.faults(of: try JSONDocument(parsing: Data(line.utf8))) == [])
            }
            let (levels, hints) = (try SampleFiles.levels(), try Self.hints())
            let statuses = again.replay(levels: levels, hints: hints)
            #expect(statuses == record.replay(levels: levels, hints: hints))
            let given = Set(statuses.compactMap { Self.hint(in: $0.verdict) })
            #expect(given == [.raiseEyebrows, .openMouth])
        }
    }

    private static func hint(in verdict: Verdict) -> HintCode? {
        guard case .notYet(_, let hint, _) = verdict else { return nil }
        return hint
    }

    @Test(
        "an invalid file is rejected with the error",
        arguments: [
            (#""browInnerUp": 0.9"#, "0.1", "must sum to 1"),
            (#""mouthSmileLeft": 1"#, "0.1", "must have the same weight"),
            (#""tongueOut": 1"#, "0.1", "tongueOut"),
            (#""browInnerUp": 1"#, "0.9", "above praiseFrom"),
            (#""browInnerUp": 1"#, "0", "hintBelow"),
        ])
    func refused(weights: String, hintBelow: String, message: String) {
        let text = Self.text(weights: weights, hintBelow: hintBelow)
        let error = #expect(throws: FacialFunError.self) { try HintTable(bytes: Array(text.utf8)) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
}
