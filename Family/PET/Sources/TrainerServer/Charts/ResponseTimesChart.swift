import FacialFunWire
import TrainerRules

/// Mean time of the first answer for each emotion.
struct ResponseTimesChart {
    static let id = "times"
    private static let rowHeight = 44.0
    private static let barHeight = 28.0
    private static let labels = 120.0
    private static let figures = 84.0

    /// The chart; nil if no answer was timed.
    static func chart(_ byEmotion: [Emotion: AnswerTotals], words: ChartWords) -> Chart? {
        let rows = ReviewCharts.order.compactMap { emotion in
            byEmotion[emotion].flatMap { totals in
                totals.meanMilliseconds.map { (emotion, mean: $0, answers: totals.answersTimed) }
            }
        }
        guard let longest = rows.map(\.mean).max() else { return nil }
        var drawing = Drawing(id: id)
        let whole = Drawing.width - labels - figures
        for (number, row) in rows.enumerated() {
            let y = 4 + Double(number) * rowHeight
            let width = max(4, whole * Double(row.mean) / Double(max(1, longest)))
            drawing.text(words(row.0), x: 0, y: y + 22)
            drawing.rectangle(
                x: labels, y: y, width: width, height: barHeight, fill: .plain(.main), round: 4)
            drawing.text(
                words.seconds(row.mean), x: labels + width + 12, y: y + 22, bold: true)
        }
        let title = words("times.title")
        return Chart(
            id: id, title: title,
            svg: drawing.finished(
                height: 4 + Double(rows.count) * rowHeight, title: title,
                about: rows.map { row in
                    words(
                        "times.about",
                        ["feeling": words(row.0), "time": words.seconds(row.mean)])
                }.joined(separator: " ")),
            table: .init(
                columns: [words("feeling"), words("times.mean"), words("times.answers")],
                rows: rows.map { [words($0.0), words.seconds($0.mean), "\($0.answers)"] }))
    }
}
