import FacialFun
import FacialFunWire
import Testing
import TestSupport

struct MatcherTests {
    private let matcher: Matcher

    init() throws {
        matcher = Matcher(levels: try SampleFiles.levels(), hints: try SampleFiles.hints())
    }

    private func verdict(_ target: Emotion, _ score: Float, at level: Level) -> Verdict {
        matcher.judge(
            .face(scores: SampleFaces.scores(target, score), features: nil), target: target,
            level: level)
    }

    @Test(
        "a face matches from the threshold on, at once and without a hold",
        arguments: Level.allCases)
    func threshold(level: Level) {
        let threshold = Float(SampleFiles.thresholds[level.index])
        for target in Emotion.allCases {
            #expect(verdict(target, threshold.nextUp, at: level) == .matched(praise: .wellDone))
            #expect(verdict(target, threshold - 0.001, at: level).kind == .notYet)
        }
    }

    @Test("a verdict never gets worse with a higher score", arguments: Emotion.allCases)
    func monotone(target: Emotion) {
        for level in Level.allCases {
            var last = -1.0
            for step in 0...1000 {
                let merit: Double =
                    switch verdict(target, Float(step) / 1000, at: level) {
                    case .matched: 1
                    case .notYet(let progress, _, _): progress
                    case .cannotJudge: -2
                    }
                #expect(merit >= last)
                #expect((0...1).contains(merit))
                last = merit
            }
            #expect(last == 1)
        }
    }

    @Test("a match at a level is also a match at every easier one")
    func ordered() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let scores = generator.scores()
            for target in Emotion.allCases {
                let matched = Level.allCases.map { level in
                    matcher.judge(
                        .face(scores: scores, features: nil), target: target, level: level
                    ).kind == .matched
                }
                #expect(matched == matched.sorted { $0 && !$1 })
            }
        }
    }

    @Test("a mirrored face gets the same verdict, hints and praise")
    func mirrored() throws {
        var generator = SeededGenerator(seed: 6)
        let rest = Observation.face(
            scores: SampleFaces.scores(.sadness, 0.6), features: generator.features())
        let baseline = try Baseline(pictures: [rest])
        let mirroredBaseline = try Baseline(pictures: [SampleFaces.mirrored(rest)])
        for _ in 0..<300 {
            let face = Observation.face(scores: generator.scores(), features: generator.features())
            let mirrored = SampleFaces.mirrored(face)
            for target in Emotion.allCases {
                #expect(
                    matcher.judge(face, target: target, level: .four)
                        == matcher.judge(mirrored, target: target, level: .four))
                #expect(
                    matcher.judge(face, target: target, level: .four, baseline: baseline)
                        == matcher.judge(
                            mirrored, target: target, level: .four, baseline: mirroredBaseline))
            }
        }
    }

    @Test("an unjudgeable picture gets only the reason")
    func unjudgeablePicture() {
        for reason in CannotJudgeReason.allCases {
            for level in Level.allCases {
                #expect(
                    matcher.judge(.cannotJudge(reason), target: .fear, level: level)
                        == .cannotJudge(reason))
            }
        }
    }

    @Test("a picture without features gets no movement hint")
    func withoutFeatures() {
        for target in Emotion.allCases {
            guard case .notYet(_, let hint, let praise) = verdict(target, 0.05, at: .one) else {
                Issue.record("\(target) matched")
                continue
            }
            #expect(hint == nil && praise == nil)
        }
    }

    @Test("a level without hints still has praise")
    func withoutHints() {
        let face = Observation.face(
            scores: SampleFaces.scores(.surprise, 0.05),
            features: SampleFaces.features([.outerBrowHeightRight: 4, .outerBrowHeightLeft: 4]))
        #expect(levelVerdict(face, .one).1 == .openMouth)
        #expect(levelVerdict(face, .five).1 == nil)
        #expect(levelVerdict(face, .five).2 == .eyebrowsRaised)
    }

    private func levelVerdict(
        _ face: Observation, _ level: Level
    ) -> (Double, HintCode?, PraiseCode?) {
        guard
            case .notYet(let progress, let hint, let praise) = matcher.judge(
                face, target: .surprise, level: level)
        else { return (-1, nil, nil) }
        return (progress, hint, praise)
    }
}
