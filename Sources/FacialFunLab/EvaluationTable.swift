import CommandSupport
import Evaluation
import FacialFunWire

/// The report as text for a terminal.
struct EvaluationTable {
    /// The report.
    let report: EvaluationReport
    /// Capabilities of the terminal.
    let style: TerminalStyle

    /// The whole text, with a line break.
    var text: String {
        let head =
            [style.painted(SafeText.escaped(report.source), .bold)]
            + [
                "Model \(report.model.name) \(report.model.version), "
                    + "scores at the operating point \(report.operatingPoint.rawValue)"
                    + (report.without.isEmpty
                        ? ""
                        : ", without " + report.without.map(\.rawValue).joined(separator: ", "))
            ] + report.outcomeLines
        let parts =
            [head.joined(separator: "\n") + "\n", summary, emotions, confusion]
            + [
                "In brackets: 95 % intervals, "
                    + Counted.text(report.bootstrap.replicates, "replicate") + ", "
                    + "seed \(report.bootstrap.seed); those of calibration errors are biased upward.\n"
            ]
        let whole = parts.joined(separator: "\n")
        // The en dash is the only character beyond ASCII in the text of the table.
        return style.unicode ? whole : String(whole.map { $0 == "–" ? "-" : $0 })
    }

    /// A column for each counting rule, a line for each figure.
    private var summary: String {
        let header = [""] + report.results.map(\.counting.title)
        let rows = SummaryMetric.allCases.map { figure in
            [MetricText.name(figure)]
                + report.results.map { MetricText.withInterval($0.result.figures[figure]) }
        }
        return aligned(header: header, rows: rows)
    }

    /// A line for each emotion, over all faces.
    private var emotions: String {
        let figures = EmotionMetric.allCases
        let header = [report.results[0].counting.title, "n"] + figures.map(MetricText.name)
        let rows = Emotion.allCases.map { emotion in
            [emotion.rawValue, "\(report.all.confusion.faces(of: emotion))"]
                + figures.map { figure in
                    let value = report.all.figures[figure, emotion]
                    return figure == .recall
                        ? MetricText.withInterval(value) : MetricText.value(value.value)
                }
        }
        return aligned(header: header, rows: rows)
    }

    /// Rows are labels, columns predictions.
    private var confusion: String {
        let matrix = report.all.confusion
        let header = ["label \\ called"] + Emotion.allCases.map(\.rawValue) + ["no scores"]
        let rows = Emotion.allCases.map { truth in
            [truth.rawValue]
                + Emotion.allCases.map { "\(matrix[truth: truth, predicted: $0])" }
                + ["\(matrix[truth: truth, predicted: nil])"]
        }
        return aligned(header: header, rows: rows)
    }

    private func aligned(header: [String], rows: [[String]]) -> String {
        AlignedTable(header: header, rows: rows).text(style: style)
    }
}
