import FacialFunWire
import TrainerRules

/// Help used with each emotion: tips, repeated prompts, fewer answers.
struct HelpChart {
    static let id = "help"
    private static let rowHeight = 44.0
    private static let labels = 120.0
    private static let figures = 96.0
    private static let bar = StackedBar(
        parts: [
            .init(key: "help.tips", fill: .plain(.main)),
            .init(key: "help.replays", fill: .pattern(.stripes)),
            .init(key: "help.helped", fill: .pattern(.dots)),
        ], height: 28)

    /// The chart; nil if no question was shown.
    static func chart(_ rows: [EmotionDay], words: ChartWords) -> Chart? {
        let sums = ReviewCharts.order.compactMap { emotion in
            let totals = AnswerTotals(rows.filter { $0.emotion == emotion })
            return totals.asked > 0 ? (emotion: emotion, sums: totals) : nil
        }
        guard !sums.isEmpty else { return nil }
        var drawing = Drawing(id: id)
        bar.drawLegend(in: &drawing, words: words, size: Drawing.smallLetters)
        drawing.text(
            words("help.rate"), x: Drawing.width, y: 56, .end, colour: .inkSoft,
            size: Drawing.smallLetters)
        let most = Double(max(1, sums.map(\.sums.helpRate).max() ?? 1))
        let whole = Drawing.width - labels - figures
        for (number, row) in sums.enumerated() {
            let y = 70 + Double(number) * rowHeight
            drawing.text(words(row.emotion), x: 0, y: y + 22)
            drawing.text(
                decimal(row.sums.helpRate, words), x: Drawing.width, y: y + 22, .end, bold: true)
            bar.draw(
                row.sums.helps, at: (labels, y),
                width: whole * Double(row.sums.helpRate) / most, isNumbered: false, in: &drawing)
        }
        let title = words("help.title")
        return Chart(
            id: id, title: title,
            svg: drawing.finished(
                height: 70 + Double(sums.count) * rowHeight, title: title,
                about: sums.map { row in
                    words(
                        "help.about",
                        ["feeling": words(row.emotion), "rate": decimal(row.sums.helpRate, words)])
                }.joined(separator: " ")),
            table: .init(
                columns: [words("feeling"), words("answers.asked")]
                    + bar.parts.map { words($0.key) } + [words("help.rate")],
                rows: sums.map { row in
                    [words(row.emotion), "\(row.sums.asked)"]
                        + row.sums.helps.map { "\($0)" } + [decimal(row.sums.helpRate, words)]
                }))
    }

    private static func decimal(_ tenths: Int, _ words: ChartWords) -> String {
        "\(tenths / 10)\(words("decimal"))\(tenths % 10)"
    }
}

extension AnswerTotals {
    /// Tips, repeated prompts, questions with fewer answers.
    fileprivate var helps: [Int] { [tips, replays, helped] }

    /// Uses of help in ten questions, in tenths.
    fileprivate var helpRate: Int {
        asked > 0 ? (helps.reduce(0, +) * 100 + asked / 2) / asked : 0
    }
}
