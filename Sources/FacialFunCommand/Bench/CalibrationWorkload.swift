import CFacialFun
import CommandSupport
import Evaluation
import Glibc
import NeuralNetwork

/// A fixed amount of work, timed in turn with what is measured.
///
/// Load and a slower processor lengthen both, so that the ratio stays. Times are of the processor:
/// what other programs take of it does not count.
struct CalibrationWorkload: Sendable {
    private let path: ccal_path

    /// What would do the work, by what computes the networks.
    init(_ path: CPUPath) {
        self.path =
            switch path {
            case .avx512: CCAL_AVX512
            case .avx2: CCAL_AVX2
            case .sse2, .neon, .portable, .reference: CCAL_PLAIN
            }
    }

    /// Does the work some times, and takes the median.
    ///
    /// - Parameter times: How often, at least 1.
    /// - Returns: Milliseconds of the processor that it takes once.
    func milliseconds(times: Int = 1) -> Double {
        let durations = (0..<times).map { _ in
            let start = ProcessorTime.milliseconds
            // What it returns says only that nothing was left out.
            withExtendedLifetime(ccal_run(path)) {}
            return ProcessorTime.milliseconds - start
        }
        return durations.sorted()[times / 2]
    }
}

/// The time that this process, with all its threads, has had processors for.
enum ProcessorTime {
    /// In milliseconds.
    static var milliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}

/// Durations that were held against the calibrating work just before and after.
struct CalibratedTimes: Sendable {
    /// What the work took here.
    private(set) var work = LatencyHistogram()
    /// The durations in calibrated milliseconds: as many times as long as the work.
    private(set) var durations = LatencyHistogram()

    private let workMilliseconds: @Sendable () -> Double
    private var before: Double

    /// Does the work for the first time.
    ///
    /// - Parameter workMilliseconds: Does the work, and says how long it took.
    init(workMilliseconds: @escaping @Sendable () -> Double) {
        self.workMilliseconds = workMilliseconds
        before = workMilliseconds()
    }

    /// Counts one duration, which has just ended.
    ///
    /// - Parameter milliseconds: Of the processor.
    mutating func record(processorMilliseconds milliseconds: Double) {
        let after = workMilliseconds()
        work.record(milliseconds: after)
        durations.record(milliseconds: milliseconds / ((before + after) / 2))
        before = after
    }
}
