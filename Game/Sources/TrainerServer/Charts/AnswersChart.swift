import Emotions
import TrainerRules

/// How the questions of each emotion went: right at once, right later, not right yet.
struct AnswersChart {
    static let id = "answers"
    private static let rowHeight = 46.0
    private static let barHeight = 32.0
    private static let labels = 120.0
    private static let shares = 76.0

    /// The graph; nil where nothing was asked.
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

    private static let kinds: [(key: String, fill: Drawing.Fill)] = [
        ("answers.first", .plain(.right)), ("answers.later", .pattern(.stripes)),
        ("answers.not_right", .pattern(.dots)),
    ]

    /// The signs, and what the figures at the right are; returns where the bars begin.
    private static func drawLegend(in drawing: inout Drawing, words: ChartWords) -> Double {
        let place = Drawing.width / Double(kinds.count)
        for (number, kind) in kinds.enumerated() {
            let x = Double(number) * place
            drawing.rectangle(
                x: x + 1, y: 3, width: 24, height: 24, fill: kind.fill, line: .line, round: 4)
            drawing.text(words(kind.key), x: x + 34, y: 22, size: Drawing.smallLetters + 2)
        }
        drawing.text(
            words("answers.share"), x: Drawing.width, y: 58, .end, colour: .inkSoft,
            size: Drawing.smallLetters)
        return 72
    }

    private static func draw(
        _ totals: AnswerTotals, label: String, at y: Double, in drawing: inout Drawing,
        words: ChartWords
    ) {
        let middle = y + barHeight / 2 + 8
        drawing.text(label, x: 0, y: middle)
        drawing.text(
            words.percent(totals.firstRightShare ?? 0), x: Drawing.width, y: middle, .end,
            bold: true)
        let whole = Drawing.width - labels - shares
        let counts = [totals.firstRight, totals.laterRight, totals.notRight]
        // What was right the day after it was asked may exceed what was asked.
        let unit = whole / Double(max(1, counts.reduce(0, +)))
        var x = labels
        for (count, kind) in zip(counts, kinds) where count > 0 {
            let width = Double(count) * unit
            drawing.rectangle(
                x: x, y: y, width: width, height: barHeight, fill: kind.fill, line: .line)
            if width >= 14 + 13 * Double(String(count).count) {
                var isPlain = false
                if case .plain = kind.fill { isPlain = true }
                drawing.text(
                    "\(count)", x: x + width / 2, y: middle, .middle,
                    colour: isPlain ? .panel : .ink, bold: true, halo: !isPlain)
            }
            x += width
        }
    }
}
