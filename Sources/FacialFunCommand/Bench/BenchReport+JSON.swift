import CommandSupport
import Evaluation
import FacialFun
import FacialFunWire

extension BenchReport {
    /// The report as JSON; all times in milliseconds.
    var json: JSONValue {
        .object([
            ("schema", .string("facialfun.bench/1")),
            ("version", .string(FacialFunVersion.current)),
            (
                "machine",
                .object([
                    ("processor", .string(processor)), ("processors", .integer(processors)),
                    ("cpuPath", .string(cpuPath)),
                ])
            ),
            ("sources", .array(sources.map { .string($0) })),
            ("pictures", .integer(pictures)),
            ("facesPerRound", .integer(frame.facesPerRound)),
            ("rounds", .integer(rounds)),
            ("search", .string(search.rawValue)),
            ("coldStart", Self.json(coldStart?.process.summary)),
            ("firstCall", Self.json(coldStart?.firstCall.summary)),
            (
                "residentMegabytes",
                coldStart.map { .number(Self.rounded($0.residentMegabytes)) } ?? .null
            ),
            (
                "stages",
                .object(
                    zip(BenchStage.all, frame.stages).map { stage, durations in
                        (stage.name, Self.json(durations.summary))
                    })
            ),
            ("calibrated", calibratedJSON),
            ("limits", .array(verdicts.map(\.json))),
        ])
    }

    /// Times relative to the calibration work; null if there are none.
    private var calibratedJSON: JSONValue {
        guard let frames = frame.calibrated else { return .null }
        return .object([
            ("work", Self.json(frames.work.summary)),
            ("frame", Self.json(frames.durations.summary)),
            ("coldStart", Self.json(coldStart?.calibrated?.durations.summary)),
        ])
    }

    private static func json(_ summary: LatencySummary?) -> JSONValue {
        guard let summary else { return .null }
        return .object([
            ("count", .integer(summary.count)), ("p50", .number(rounded(summary.p50))),
            ("p90", .number(rounded(summary.p90))), ("p99", .number(rounded(summary.p99))),
            ("max", .number(rounded(summary.max))),
        ])
    }

    /// Rounds to four decimals; further digits are noise.
    fileprivate static func rounded(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }
}

extension TimeLimit.Verdict {
    fileprivate var json: JSONValue {
        .object([
            ("subject", .string(limit.subject.rawValue)),
            ("percentile", .number(limit.percentile)),
            ("calibrated", .bool(limit.isCalibrated)),
            ("limit", .number(limit.milliseconds)),
            ("milliseconds", .number(BenchReport.rounded(milliseconds))),
            ("met", .bool(isMet)),
        ])
    }
}
