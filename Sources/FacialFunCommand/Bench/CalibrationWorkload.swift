import CFacialFun
import CommandSupport
import Evaluation
import Glibc
import NeuralNetwork

/// A fixed amount of work, measured alternately with the actual work.
///
/// Load and a slower processor affect both, so their ratio is stable. Times are CPU times, which
/// exclude other programs.
struct CalibrationWorkload: Sendable {
    private let path: ccal_path

    /// Creates the work for the code path of the networks.
    init(_ path: CPUPath) {
        self.path =
            switch path {
            case .avx512: CCAL_AVX512
            case .avx2: CCAL_AVX2
            case .sse2, .neon, .portable, .reference: CCAL_PLAIN
            }
    }

    /// Runs the work repeatedly and takes the median.
    ///
    /// - Parameter times: Number of runs, at least 1.
    /// - Returns: CPU time of one run in milliseconds.
    func milliseconds(times: Int = 1) -> Double {
        let durations = (0..<times).map { _ in
            let start = ProcessorTime.milliseconds
            // The result is only used to prevent the compiler from removing the work.
            withExtendedLifetime(ccal_run(path)) {}
            return ProcessorTime.milliseconds - start
        }
        return durations.sorted()[times / 2]
    }
}

/// CPU time of this process with all its threads.
enum ProcessorTime {
    /// CPU time in milliseconds.
    static var milliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}

/// Durations relative to the calibration work just before and after.
struct CalibratedTimes: Sendable {
    /// Durations of the calibration work.
    private(set) var work = LatencyHistogram()
    /// The durations in calibrated milliseconds: as multiples of the work.
    private(set) var durations = LatencyHistogram()

    private let workMilliseconds: @Sendable () -> Double
    private var before: Double

    /// Runs the work for the first time.
    ///
    /// - Parameter workMilliseconds: Runs the work and returns its duration.
    init(workMilliseconds: @escaping @Sendable () -> Double) {
        self.workMilliseconds = workMilliseconds
        before = workMilliseconds()
    }

    /// Records a duration that has just ended.
    ///
    /// - Parameter milliseconds: CPU time.
    mutating func record(processorMilliseconds milliseconds: Double) {
        let after = workMilliseconds()
        work.record(milliseconds: after)
        durations.record(milliseconds: milliseconds / ((before + after) / 2))
        before = after
    }
}
