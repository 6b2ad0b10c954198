import ArgumentParser
import CommandSupport

/// Options of `facialfun bench` in addition to its paths.
struct BenchOptions: ParsableArguments {
    /// Format of a report.
    enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
        /// For people.
        case table
        /// One JSON object.
        case json
    }

    /// The default percentile of limits.
    static let standardPercentile = 99.0

    @Option(help: "How to print: \(Format.allValueStrings.joined(separator: ", ")).")
    var format = Format.table

    @Option(
        help: ArgumentHelp(
            "Number of measurements of each picture.",
            discussion: "An additional first round, which fills memory and caches, does not count.",
            valueName: "n"))
    var rounds = 20

    @Option(
        help: ArgumentHelp(
            "Number of new processes to time; 0 for none.", valueName: "n"))
    var coldStarts = 20

    @Option(
        help: ArgumentHelp(
            "How hard to search: live (as for a camera frame), service or thorough.",
            valueName: "effort"))
    var search = SearchEffort.live

    @Option(
        help: ArgumentHelp(
            "Exit with 1 if the percentile of the whole frame is above this.", valueName: "ms"))
    var limitMs: Double?

    @Option(
        help: ArgumentHelp(
            "Exit with 1 if the percentile of the cold start is above this.", valueName: "ms"))
    var coldLimitMs: Double?

    @Option(
        help: ArgumentHelp(
            "The percentile to which the limits apply (default: \(standardPercentile)).",
            valueName: "p"))
    var percentile: Double?

    @Option(
        help: ArgumentHelp(
            "Exit with 1 if the percentile P of the whole frame is above this. May be repeated.",
            discussion: """
                Calibrated: CPU time relative to a fixed piece of work, which is timed alternately \
                with the frames: load or a slower processor affects both. The unit is the time \
                of that work, about a millisecond.
                """, valueName: "ms@p"))
    var calibratedLimit: [CalibratedLimit] = []

    @Option(
        help: ArgumentHelp(
            "Like --calibrated-limit, for the cold start.", valueName: "ms@p"))
    var calibratedColdLimit: [CalibratedLimit] = []

    /// Whether any limit needs the calibration work.
    var isCalibrated: Bool { !(calibratedLimit + calibratedColdLimit).isEmpty }

    func validate() throws {
        if !(1...1_000_000).contains(rounds) {
            throw ValidationError("--rounds must be between 1 and 1000000, not \(rounds).")
        }
        if !(0...100_000).contains(coldStarts) {
            throw ValidationError("--cold-starts must be between 0 and 100000, not \(coldStarts).")
        }
        if let percentile {
            if !(percentile > 0 && percentile <= 100) {
                throw ValidationError("--percentile must be above 0 and at most 100.")
            }
            if limitMs == nil, coldLimitMs == nil {
                throw ValidationError(
                    "--percentile requires --limit-ms or --cold-limit-ms.")
            }
        }
        for (name, limit) in [("--limit-ms", limitMs), ("--cold-limit-ms", coldLimitMs)] {
            if let limit, !(limit > 0 && limit.isFinite) {
                throw ValidationError("\(name) must be a number of milliseconds above 0.")
            }
        }
        let coldLimits = [
            ("--cold-limit-ms", coldLimitMs != nil),
            ("--calibrated-cold-limit", !calibratedColdLimit.isEmpty),
        ]
        for (name, isGiven) in coldLimits where isGiven && coldStarts == 0 {
            throw ValidationError("\(name) needs --cold-starts of at least 1.")
        }
    }

    /// The limits with their measurements.
    func verdicts(
        frame: FrameBench.Timing, coldStart: ColdStartBench.Timing?
    ) -> [TimeLimit.Verdict] {
        let percentile = percentile ?? Self.standardPercentile
        let onFrame = limitMs.flatMap { limit in
            TimeLimit(subject: .frame, percentile: percentile, milliseconds: limit)
                .verdict(on: frame.total)
        }
        let onColdStart = coldLimitMs.flatMap { limit in
            coldStart.flatMap { timing in
                TimeLimit(subject: .coldStart, percentile: percentile, milliseconds: limit)
                    .verdict(on: timing.process)
            }
        }
        let calibrated =
            calibratedLimit.map { $0.limit(of: .frame) }
            + calibratedColdLimit.map { $0.limit(of: .coldStart) }
        let onCalibrated = calibrated.map { limit in
            let times = limit.subject == .frame ? frame.calibrated : coldStart?.calibrated
            return times.flatMap { limit.verdict(on: $0.durations) }
        }
        return ([onFrame, onColdStart] + onCalibrated).compactMap(\.self)
    }
}
