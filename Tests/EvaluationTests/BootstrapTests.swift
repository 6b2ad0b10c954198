import FacialFunWire
import Testing

@testable import Evaluation

struct BootstrapTests {
    private let judgements = TicketFaces.judgements

    @Test func replicatesKeepTheNumberOfFacesOfEachLabel() {
        let bootstrap = Bootstrap(seed: 7, replicates: 3)
        for replicate in 0..<3 {
            let weights = bootstrap.weights(replicate: replicate, judgements: judgements)
            for emotion in Emotion.allCases {
                let faces = judgements.indices.filter { judgements[$0].truth == emotion }
                #expect(faces.reduce(0) { $0 + Int(weights[$1]) } == faces.count)
            }
        }
    }

    @Test func intervalsDependOnTheSeed() {
        let set = EvaluationSet(judgements)
        let first = Bootstrap(seed: 7, replicates: 40).intervals(of: set)
        #expect(first == Bootstrap(seed: 7, replicates: 40).intervals(of: set))
        #expect(first != Bootstrap(seed: 8, replicates: 40).intervals(of: set))
    }

    @Test func intervalOfARecallMatchesTheBinomial() {
        // 36 of 100 are correct: the standard error is √(0.36 · 0.64 / 100) = 0.048, so the normal
        // 95 % interval is 0.266 to 0.454. Percentiles of 2000 replicates vary by about 0.005.
        let faces = (0..<100).map { face in
            Judgement.scored(truth: .sadness, face < 36 ? .sadness : .neutral, 0.9)
        }
        let intervals = Bootstrap(seed: 3, replicates: 2000).intervals(of: EvaluationSet(faces))
        let interval = intervals[.recall, .sadness]
        #expect(agree(interval?.low, 0.266, within: 0.02))
        #expect(agree(interval?.high, 0.454, within: 0.02))
    }

    @Test("a figure of a single face has no interval")
    func oneFace() {
        let one = EvaluationSet([Judgement.scored(truth: .fear, .fear, 0.9)])
        #expect(one.figures()[.recall, .fear] == 1)
        #expect(Bootstrap(seed: 1, replicates: 50).intervals(of: one)[.recall, .fear] == nil)
    }

    @Test func metricMissingInSomeReplicatesHasNoInterval() {
        // One face in ten is classified as disgust, so a third of the replicates contain none.
        let faces = (0..<10).map { face in
            Judgement.scored(truth: .disgust, face == 0 ? .disgust : .anger, 0.9)
        }
        let intervals = Bootstrap(seed: 1, replicates: 200).intervals(of: EvaluationSet(faces))
        #expect(intervals[.precision, .disgust] == nil)
        #expect(intervals[.recall, .disgust] != nil)
        #expect(intervals[.recall, .fear] == nil)
    }

    @Test func percentilesAreInterpolated() {
        // numpy.percentile([1, 2, 4, 8], [0, 50, 95, 100])
        let values = [1.0, 2, 4, 8]
        #expect(percentile(0, ofSorted: values) == 1)
        #expect(percentile(0.5, ofSorted: values) == 3)
        #expect(agree(percentile(0.95, ofSorted: values), 7.4))
        #expect(percentile(1, ofSorted: values) == 8)
        #expect(percentile(0.975, ofSorted: [5]) == 5)
    }

    @Test func randomNumbersAreUniformWithinTheirBound() {
        var generator = SeededGenerator(seed: 1, stream: 0)
        var counts = [0, 0, 0, 0, 0]
        for _ in 0..<5000 { counts[generator.next(below: 5)] += 1 }
        // Each count has a mean of 1000 and a standard deviation of 28.
        #expect(counts.allSatisfy { abs($0 - 1000) < 150 })
    }
}
