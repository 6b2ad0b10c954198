import CommandSupport
import Evaluation
import FacialFunWire

/// The report as a self-contained HTML file: charts as SVG, pictures as data URLs.
///
/// It contains faces of the evaluated data, so the terms of those data apply to it.
struct EvaluationPage {
    /// The report.
    let report: EvaluationReport
    /// The worst errors, as thumbnails.
    let mistakes: ContactSheet
    /// Pictures in which no face was found.
    let notDetected: ContactSheet
    /// Pictures with a face that was not judged.
    let refused: ContactSheet

    /// The file's text.
    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>FacialFun: evaluation of \(Markup.escaped(report.source))</title>
        <style>\(Self.style)</style>
        </head>
        <body>
        <h1>Evaluation</h1>
        <p>\(Markup.escaped(report.source)), model \(Markup.escaped(report.model.name)) \
        \(Markup.escaped(report.model.version))</p>
        <p>\(report.outcomeLines.map(Markup.escaped).joined(separator: "<br>\n"))</p>
        \(summary)
        \(emotions)
        <h2>Labels and answers</h2>
        <p>Labels down, answers across: counts and shares of the label's faces.</p>
        \(ConfusionChart(matrix: report.all.confusion).svg)
        <h2>Do the scores mean what they say?</h2>
        <p>Of the judged faces: blue, how often the highest score was right; red, the mean score of \
        the bin; gray, how many faces.</p>
        \(ReliabilityChart(reliability: report.all.reliability).svg)
        <h2>How the scores are spread</h2>
        <p>For each emotion the scores from 0 to 1: green above the line, faces with that label; red \
        below, all others. Heights are square roots of shares.</p>
        <div class="sheet">\(histograms)</div>
        \(sheets)
        <p>The faces on this page belong to the data that was evaluated; pass it on only as its terms \
        allow.</p>
        </body>
        </html>

        """
    }

    private var summary: String {
        let rows = SummaryMetric.allCases.map { figure in
            [MetricText.name(figure)]
                + report.results.map { MetricText.withInterval($0.result.figures[figure]) }
        }
        let notes = report.results.map { entry in
            "<li>\(Markup.escaped(entry.counting.title)): "
                + "\(Markup.escaped(entry.counting.explanation))</li>"
        }
        return "<h2>Figures</h2>\n"
            + Markup.table(header: [""] + report.results.map(\.counting.title), rows: rows)
            + "<ul>\(notes.joined())</ul>\n<p>In brackets: 95 % intervals, "
            + Counted.text(report.bootstrap.replicates, "bootstrap replicate")
            + ", stratified by label, seed "
            + "\(report.bootstrap.seed); those of calibration errors are biased upward.</p>\n"
    }

    private var emotions: String {
        let figures = EmotionMetric.allCases
        return report.results.map { entry in
            let rows = Emotion.allCases.map { emotion in
                [emotion.rawValue, "\(entry.result.confusion.faces(of: emotion))"]
                    + figures.map { MetricText.withInterval(entry.result.figures[$0, emotion]) }
            }
            return "<h2>Emotions: \(Markup.escaped(entry.counting.title))</h2>\n"
                + Markup.table(header: ["", "faces"] + figures.map(MetricText.name), rows: rows)
        }.joined()
    }

    private var histograms: String {
        zip(Emotion.allCases, report.all.histograms).map { emotion, histogram in
            HistogramChart(emotion: emotion, histogram: histogram).svg
        }.joined()
    }

    private var sheets: String {
        var parts: [String] = []
        if !mistakes.entries.isEmpty {
            parts.append("<h2>The most confident mistakes</h2>\n" + mistakes.html)
        }
        if !notDetected.entries.isEmpty {
            parts.append("<h2>No face found</h2>\n" + notDetected.html)
        }
        if !refused.entries.isEmpty {
            parts.append("<h2>Faces that were not judged</h2>\n" + refused.html)
        }
        return parts.joined()
    }

    private static let style = """
        body { font: 15px/1.45 system-ui, sans-serif; color: #222; background: #fff; \
        max-width: 90em; margin: 2em auto; padding: 0 1em; }
        p, ul { max-width: 60em; }
        table { border-collapse: collapse; margin: 1em 0; font-size: 13px; \
        font-variant-numeric: tabular-nums; }
        th, td { padding: .2em .5em; border-bottom: 1px solid #ddd; text-align: right; }
        td { white-space: nowrap; } th { vertical-align: bottom; }
        .wide { overflow-x: auto; }
        th { font-weight: 600; } tr > th:first-child { text-align: left; }
        svg { max-width: 100%; height: auto; font-family: inherit; }
        .sheet { display: flex; flex-wrap: wrap; gap: 1em; }
        figure { margin: 0; width: 8em; } figure img { width: 112px; }
        figcaption { font-size: 12px; }
        """
}
