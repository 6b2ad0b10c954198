import Evaluation
import FacialFunWire

extension EvaluationResult {
    /// The result; undefined figures are null.
    var json: JSONValue {
        .object([
            (
                "outcomes",
                .object([
                    ("faces", .integer(outcomes.faces)), ("judged", .integer(outcomes.judged)),
                    ("notDetected", .integer(outcomes.notDetected)),
                    ("refused", .integer(outcomes.refused)),
                    ("unreadable", .integer(outcomes.unreadable)),
                ])
            ),
            (
                "summary",
                .object(SummaryMetric.allCases.map { ($0.rawValue, figures[$0].json) })
            ),
            (
                "emotions",
                .each { emotion in
                    .object(
                        [("faces", .integer(confusion.faces(of: emotion)))]
                            + EmotionMetric.allCases.map {
                                ($0.rawValue, figures[$0, emotion].json)
                            })
                }
            ),
            (
                "confusion",
                .each { label in
                    .object([
                        ("called", .each { .integer(confusion[truth: label, predicted: $0]) }),
                        ("withoutScores", .integer(confusion[truth: label, predicted: nil])),
                    ])
                }
            ),
            (
                "reliability",
                .array(
                    reliability.bins.enumerated().map { index, bin in
                        .object([
                            ("from", .number(Double(index) / Double(ReliabilityBins.count))),
                            ("to", .number(Double(index + 1) / Double(ReliabilityBins.count))),
                            ("count", .integer(bin.count)), ("hitRate", JSONValue(bin.hitRate)),
                            ("meanScore", JSONValue(bin.meanScore)),
                        ])
                    })
            ),
            (
                "histograms",
                .each { emotion in
                    let histogram = histograms[emotion.index]
                    return .object([
                        ("targets", .array(histogram.targets.map { .integer($0) })),
                        ("others", .array(histogram.others.map { .integer($0) })),
                    ])
                }
            ),
        ])
    }
}

extension MetricValue {
    fileprivate var json: JSONValue {
        .object([
            ("value", JSONValue(value)), ("low", JSONValue(interval?.low)),
            ("high", JSONValue(interval?.high)),
        ])
    }
}

extension JSONValue {
    /// An object with a member for each emotion.
    static func each(_ value: (Emotion) -> JSONValue) -> JSONValue {
        .object(Emotion.allCases.map { ($0.rawValue, value($0)) })
    }

    /// A list of names.
    static func names(_ values: some Sequence<some RawRepresentable<String>>) -> JSONValue {
        .array(values.map { .string($0.rawValue) })
    }
}
