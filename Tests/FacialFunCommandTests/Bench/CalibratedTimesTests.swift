import Evaluation
import NeuralNetwork
import Synchronization
import Testing

@testable import CommandSupport
@testable import FacialFunCommand

struct CalibratedTimesTests {
    @Test(
        "the calibration work takes measurable time on every supported CPU path",
        arguments: CPUPath.allCases.filter(\.isSupported))
    func work(path: CPUPath) {
        let milliseconds = CalibrationWorkload(path).milliseconds(times: 3)
        #expect(milliseconds > 0.05 && milliseconds < 1000)
    }

    @Test("a duration is given relative to the calibration work just before and after")
    func ratio() {
        let works = Mutex([2.0, 4.0, 4.0, 1.0])
        var times = CalibratedTimes { works.withLock { $0.removeFirst() } }
        for milliseconds in [12.0, 12.0, 10.0] {
            times.record(processorMilliseconds: milliseconds)
        }
        #expect(times.durations.milliseconds(atPercentile: 1).map { abs($0 - 3) < 0.01 } == true)
        #expect(times.durations.summary.map { abs($0.p50 - 4) < 0.01 && $0.count == 3 } == true)
        #expect(times.work.summary.map { abs($0.max - 4) < 0.01 && $0.count == 3 } == true)
    }

    @Test("a limit consists of a time and a percentile")
    func limits() {
        let limit = CalibratedLimit(argument: "7.5@50")
        #expect(
            limit?.limit(of: .frame)
                == TimeLimit(
                    subject: .frame, percentile: 50, milliseconds: 7.5, isCalibrated: true))
        for text in ["7.5", "7.5@", "@50", "0@50", "-1@50", "nan@50", "7@0", "7@101", "7@50@1", ""]
        {
            #expect(CalibratedLimit(argument: text) == nil, "\(text)")
        }
    }
}
