import Emotions
import TrainerRules

/// How much help was used with each emotion: tips, prompts heard again, fewer answers.
struct HelpChart {
    static let id = "help"
    private static let rowHeight = 44.0
    private static let barHeight = 28.0
    private static let labels = 120.0
    private static let figures = 96.0

    private static var kinds: [(key: String, fill: Drawing.Fill, count: (Sums) -> Int)] {
        [
            ("help.tips", .plain(.main), \.tips), ("help.replays", .pattern(.stripes), \.replays),
            ("help.helped", .pattern(.dots), \.helped),
        ]
    }

    private struct Sums {
        var asked = 0
        var tips = 0
        var replays = 0
        var helped = 0

        init(_ rows: [EmotionDay]) {
            for row in rows {
                asked += row.asked
                tips += row.tips
                replays += row.replays
                helped += row.helped
            }
        }

        var all: Int { tips + replays + helped }
        /// Per ten questions, in tenths.
        var rate: Int { asked > 0 ? (all * 100 + asked / 2) / asked : 0 }
    }

    /// The graph; nil where nothing was asked.
    static func chart(_ rows: [EmotionDay], words: ChartWords) -> Chart? {
        let sums = ReviewCharts.order.compactMap { emotion -> (emotion: Emotion, sums: Sums)? in
            let sums = Sums(rows.filter { $0.emotion == emotion })
            return sums.asked > 0 ? (emotion, sums) : nil
        }
        guard !sums.isEmpty else { return nil }
        var drawing = Drawing(id: id)
        let place = Drawing.width / Double(kinds.count)
        for (number, kind) in kinds.enumerated() {
            let x = Double(number) * place
            drawing.rectangle(
                x: x + 1, y: 3, width: 24, height: 24, fill: kind.fill, line: .line, round: 4)
            drawing.text(words(kind.key), x: x + 34, y: 22, size: Drawing.smallLetters)
        }
        drawing.text(
            words("help.rate"), x: Drawing.width, y: 56, .end, colour: .inkSoft,
            size: Drawing.smallLetters)
        let most = Double(max(1, sums.map(\.sums.rate).max() ?? 1))
        let whole = Drawing.width - labels - figures
        for (number, row) in sums.enumerated() {
            let y = 70 + Double(number) * rowHeight
            drawing.text(words(row.emotion), x: 0, y: y + 22)
            drawing.text(
                decimal(row.sums.rate, words), x: Drawing.width, y: y + 22, .end, bold: true)
            let bar = whole * Double(row.sums.rate) / most
            var x = labels
            for kind in kinds where kind.count(row.sums) > 0 {
                let width = bar * Double(kind.count(row.sums)) / Double(max(1, row.sums.all))
                drawing.rectangle(
                    x: x, y: y, width: width, height: barHeight, fill: kind.fill, line: .line)
                x += width
            }
        }
        let title = words("help.title")
        return Chart(
            id: id, title: title,
            svg: drawing.finished(
                height: 70 + Double(sums.count) * rowHeight, title: title,
                about: sums.map { row in
                    words(
                        "help.about",
                        ["feeling": words(row.emotion), "rate": decimal(row.sums.rate, words)])
                }.joined(separator: " ")),
            table: .init(
                columns: [words("feeling"), words("answers.asked")] + kinds.map { words($0.key) }
                    + [words("help.rate")],
                rows: sums.map { row in
                    [words(row.emotion), "\(row.sums.asked)"]
                        + kinds.map { "\($0.count(row.sums))" } + [decimal(row.sums.rate, words)]
                }))
    }

    private static func decimal(_ tenths: Int, _ words: ChartWords) -> String {
        "\(tenths / 10)\(words("decimal"))\(tenths % 10)"
    }
}
