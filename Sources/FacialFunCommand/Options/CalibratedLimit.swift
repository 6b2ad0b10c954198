import ArgumentParser
import CommandSupport

/// A limit `MS@P`: maximum calibrated milliseconds of a percentile.
struct CalibratedLimit: ExpressibleByArgument, Hashable, Sendable {
    /// Above 0.
    let milliseconds: Double
    /// Above 0, up to 100.
    let percentile: Double

    /// Parses `7.5@50`; nil for other text.
    init?(argument: String) {
        let parts = argument.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let milliseconds = Double(parts[0]),
            let percentile = Double(parts[1]), milliseconds > 0, milliseconds.isFinite,
            percentile > 0, percentile <= 100
        else { return nil }
        self.milliseconds = milliseconds
        self.percentile = percentile
    }

    /// The limit for a kind of time.
    func limit(of subject: TimeLimit.Subject) -> TimeLimit {
        TimeLimit(
            subject: subject, percentile: percentile, milliseconds: milliseconds,
            isCalibrated: true)
    }
}
