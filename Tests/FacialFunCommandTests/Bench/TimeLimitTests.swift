import Evaluation
import Testing

@testable import CommandSupport
@testable import FacialFunCommand

struct TimeLimitTests {
    private func durations(_ milliseconds: [Double]) -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for value in milliseconds { histogram.record(milliseconds: value) }
        return histogram
    }

    @Test("a limit is met below it and exceeded above it, at its percentile")
    func verdict() throws {
        let durations = durations([Double](repeating: 10, count: 98) + [300, 300])
        let p98 = TimeLimit(subject: .frame, percentile: 98, milliseconds: 250)
        let p99 = TimeLimit(subject: .frame, percentile: 99, milliseconds: 250)
        #expect(try #require(p98.verdict(on: durations)).isMet)
        let passed = try #require(p99.verdict(on: durations))
        #expect(!passed.isMet)
        #expect(passed.sentence.contains("p99 of the whole frame is 300"))
        #expect(passed.sentence.contains("above the limit of 250"))
    }

    @Test("without durations there is no result")
    func empty() {
        let limit = TimeLimit(subject: .coldStart, percentile: 99, milliseconds: 1000)
        #expect(limit.verdict(on: LatencyHistogram()) == nil)
    }
}
