import Testing

@testable import Evaluation

struct ReliabilityBinsTests {
    @Test func scoreOfOneFallsIntoTheLastBin() {
        var bins = ReliabilityBins()
        bins.add(score: 1, hit: true)
        bins.add(score: 0, hit: false)
        #expect(bins.bins.last?.count == 1)
        #expect(bins.bins.first?.count == 1)
        #expect(bins.calibrationError == 0)
    }

    @Test func hitsAndMissesWithinABinCancelOut() {
        var bins = ReliabilityBins()
        bins.add(score: 0.75, hit: true, count: 3)
        bins.add(score: 0.75, hit: false)
        #expect(agree(bins.calibrationError, 0))
    }

    @Test func hitsAndMissesInDifferentBinsDoNotCancelOut() {
        var bins = ReliabilityBins()
        bins.add(score: 0.25, hit: true)
        bins.add(score: 0.75, hit: false)
        #expect(agree(bins.calibrationError, 0.75))
    }

    @Test func faceWithoutAScoreHasADistanceOfOne() {
        var bins = ReliabilityBins()
        bins.add(score: 1, hit: true, count: 3)
        bins.addWithoutScore()
        #expect(bins.calibrationError == 0.25)
    }

    @Test func emptyBinHasNoValues() {
        let bins = ReliabilityBins()
        #expect(bins.calibrationError == nil)
        #expect(bins.bins.allSatisfy { $0.meanScore == nil && $0.hitRate == nil })
    }
}
