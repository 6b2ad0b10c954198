import CommandSupport
import FacialFunWire

/// A stage of the work on one picture that is measured separately.
struct BenchStage: Sendable {
    /// Its name in the report.
    let name: String
    /// Its time in a report.
    let time: @Sendable (StageMilliseconds) -> Double

    /// All stages in the order of the pipeline, then their total.
    static let all = [
        BenchStage(name: "decode") { $0.decode },
        BenchStage(name: "detect") { $0.detect },
        BenchStage(name: "rectangle") { $0.rectangle },
        BenchStage(name: "landmarks") { $0.landmarks },
        BenchStage(name: "features") { $0.features },
        BenchStage(name: "classify") { $0.classify },
        BenchStage(name: "total") { $0.total },
    ]
}
