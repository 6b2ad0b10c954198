import CommandSupport
import FacialFunWire

/// What is timed apart within one picture.
struct BenchStage: Sendable {
    /// Its name in the report.
    let name: String
    /// Its time within a report's.
    let time: @Sendable (StageMilliseconds) -> Double

    /// All stages in the order of the pipeline, the whole last.
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
