import CommandSupport
import Evaluation

/// An upper limit for a percentile of durations.
struct TimeLimit: Hashable, Sendable {
    /// The limited time.
    enum Subject: String, Sendable {
        /// A picture in the running process, from its bytes to its scores.
        case frame
        /// A whole new process for one picture.
        case coldStart
    }

    /// A limit with its measurement.
    struct Verdict: Hashable, Sendable {
        /// The limit.
        let limit: TimeLimit
        /// The time of the percentile.
        let milliseconds: Double

        /// Whether the limit is met.
        var isMet: Bool { milliseconds <= limit.milliseconds }
    }

    /// The limited time.
    let subject: Subject
    /// The percentile, above 0 and up to 100.
    let percentile: Double
    /// The limit.
    let milliseconds: Double
    /// Whether the limit is in calibrated milliseconds of CPU time; otherwise it is in milliseconds
    /// of wall-clock time.
    var isCalibrated = false

    /// Compares durations with the limit; nil if there are none.
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
