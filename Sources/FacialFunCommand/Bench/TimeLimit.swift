import CommandSupport
import Evaluation

/// A time that a percentile of some durations must not exceed.
struct TimeLimit: Hashable, Sendable {
    /// What is limited.
    enum Subject: String, Sendable {
        /// One picture in a running process, from its bytes to its scores.
        case frame
        /// A whole new process for one picture.
        case coldStart
    }

    /// A limit with what was measured.
    struct Verdict: Hashable, Sendable {
        /// The limit.
        let limit: TimeLimit
        /// The percentile's time.
        let milliseconds: Double

        /// Whether the limit is kept.
        var isMet: Bool { milliseconds <= limit.milliseconds }
    }

    /// What is limited.
    let subject: Subject
    /// Which percentile, above 0 and up to 100.
    let percentile: Double
    /// The most that it may be.
    let milliseconds: Double
    /// Whether times are of the processor, in calibrated milliseconds, or as a clock shows them.
    var isCalibrated = false

    /// Holds durations to the limit; nil when there are none.
    func verdict(on durations: LatencyHistogram) -> Verdict? {
        durations.milliseconds(atPercentile: percentile).map { value in
            Verdict(limit: self, milliseconds: value)
        }
    }
}

extension TimeLimit.Verdict {
    /// The verdict as a sentence.
    var sentence: String {
        let subject =
            switch limit.subject {
            case .frame: "the whole frame"
            case .coldStart: "the cold start"
            }
        let percentile =
            limit.percentile == limit.percentile.rounded()
            ? FixedPoint.text(limit.percentile, decimals: 0) : "\(limit.percentile)"
        let relation = isMet ? "within" : "above"
        let unit = limit.isCalibrated ? "calibrated ms" : "ms"
        return
            "p\(percentile) of \(subject) is \(FixedPoint.text(milliseconds, decimals: 2)) \(unit), "
            + "\(relation) the limit of \(limit.milliseconds) \(unit)"
    }
}
