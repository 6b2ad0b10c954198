import FacialFunWire
import TrainerRules

/// Results for each emotion: right at first, right later, not yet right.
struct AnswersChart {
    static let id = "answers"
    private static let rowHeight = 46.0
    private static let labels = 120.0
    private static let shares = 76.0
    private static let bar = StackedBar(
        parts: [
            .init(key: "answers.first", fill: .plain(.right)),
            .init(key: "answers.later", fill: .pattern(.stripes)),
            .init(key: "answers.not_right", fill: .pattern(.dots)),
        ], height: 32)

    /// The chart; nil if no question was shown.
    static func chart(_ byEmotion: [Emotion: AnswerTotals], words: ChartWords) -> Chart? {
        let rows = ReviewCharts.order.compactMap { emotion in
            byEmotion[emotion].flatMap { $0.asked > 0 ? (emotion: emotion, totals: $0) : nil }
        }
        guard !rows.isEmpty else { return nil }
        var drawing = Drawing(id: id)
        var y = drawLegend(in: &drawing, words: words)
        for row in rows {
            draw(row.totals, label: words(row.emotion), at: y, in: &drawing, words: words)
            y += rowHeight
        }
        let title = words("answers.title")
        return Chart(
            id: id, title: title,
            svg: drawing.finished(
                height: y, title: title, about: about(rows, words: words)),
            table: .init(
                columns: [
                    words("feeling"), words("answers.asked"), words("answers.first"),
                    words("answers.later"), words("answers.not_right"), words("answers.share"),
                ],
                rows: rows.map { emotion, totals in
                    [
                        words(emotion), "\(totals.asked)", "\(totals.firstRight)",
                        "\(totals.laterRight)", "\(totals.notRight)",
                        words.percent(totals.firstRightShare ?? 0),
                    ]
                }))
    }

    private static func about(
        _ rows: [(emotion: Emotion, totals: AnswerTotals)], words: ChartWords
    ) -> String {
        rows.map { emotion, totals in
            words(
                "answers.about",
                [
                    "feeling": words(emotion), "asked": "\(totals.asked)",
                    "first": "\(totals.firstRight)", "later": "\(totals.laterRight)",
                    "not_right": "\(totals.notRight)",
                ])
        }.joined(separator: " ")
    }

    /// Draws the legend and the header of the figures; returns the y position of the first bar.
    private static func drawLegend(in drawing: inout Drawing, words: ChartWords) -> Double {
        bar.drawLegend(in: &drawing, words: words)
        drawing.text(
            words("answers.share"), x: Drawing.width, y: 58, .end, colour: .inkSoft,
            size: Drawing.smallLetters)
        return 72
    }

    private static func draw(
        _ totals: AnswerTotals, label: String, at y: Double, in drawing: inout Drawing,
        words: ChartWords
    ) {
        let baseline = y + bar.height / 2 + 8
        drawing.text(label, x: 0, y: baseline)
        drawing.text(
            words.percent(totals.firstRightShare ?? 0), x: Drawing.width, y: baseline, .end,
            bold: true)
        // A day may have more right answers than new questions, because earlier ones are repeated.
        bar.draw(
            [totals.firstRight, totals.laterRight, totals.notRight], at: (labels, y),
            width: Drawing.width - labels - shares, in: &drawing)
    }
}
