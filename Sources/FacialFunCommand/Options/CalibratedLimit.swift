import ArgumentParser
import CommandSupport

/// `MS@P`: how many calibrated milliseconds a percentile may be.
struct CalibratedLimit: ExpressibleByArgument, Hashable, Sendable {
    /// Above 0.
    let milliseconds: Double
    /// Above 0, up to 100.
    let percentile: Double

    /// Reads `7.5@50`; nil for anything else.
    init?(argument: String) {
        let parts = argument.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let milliseconds = Double(parts[0]),
            let percentile = Double(parts[1]), milliseconds > 0, milliseconds.isFinite,
            percentile > 0, percentile <= 100
        else { return nil }
        self.milliseconds = milliseconds
        self.percentile = percentile
    }

    /// The limit of something.
    func limit(of subject: TimeLimit.Subject) -> TimeLimit {
        TimeLimit(
            subject: subject, percentile: percentile, milliseconds: milliseconds,
            isCalibrated: true)
    }
}
