import FacialFunWire
import TrainerRules

/// The first choices for the faces of each emotion: a grid of shown and chosen emotions.
struct ConfusionChart {
    static let id = "confusion"
    private static let labels = 118.0
    /// The slant of the column names.
    private static let slant = 60.0
    private static let cellHeight = 46.0
    /// The maximum opacity at which the figures stay readable in both themes.
    private static let strongest = 0.34

    /// The chart; nil if no first answer named an emotion.
    static func chart(_ confusions: [ConfusionCount], words: ChartWords) -> Chart? {
        let grid = ConfusionGrid(confusions)
        let emotions = ReviewCharts.order.filter(grid.emotions.contains)
        guard !emotions.isEmpty else { return nil }
        let shownEmotions = emotions.filter { grid.shown($0) > 0 }
        // An upper bound of the width of the longest name.
        let longest = Double(emotions.map { words($0).count }.max() ?? 0) * 11
        let heads = 40 + longest * 0.87
        let columns = Double(emotions.count)
        let width = min(96, (Drawing.width - labels - max(0, longest / 2 - 30)) / columns)
        var drawing = Drawing(id: id)
        drawing.text(
            words("confusion.shown"), x: 0, y: heads - 12, colour: .inkSoft,
            size: Drawing.smallLetters)
        drawing.text(
            words("confusion.chosen"), x: 0, y: 18, colour: .inkSoft,
            size: Drawing.smallLetters)
        for (number, emotion) in emotions.enumerated() {
            drawing.text(
                words(emotion), x: labels + (Double(number) + 0.5) * width + 4, y: heads - 10,
                size: 20, turned: -slant)
        }
        for (row, shown) in shownEmotions.enumerated() {
            let y = heads + Double(row) * cellHeight
            drawing.text(words(shown), x: 0, y: y + cellHeight / 2 + 8)
            for (column, chosen) in emotions.enumerated() {
                draw(
                    grid, shown: shown, chosen: chosen,
                    at: (labels + Double(column) * width, y), width: width, in: &drawing)
            }
        }
        let title = words("confusion.title")
        return Chart(
            id: id, title: title,
            svg: drawing.finished(
                height: heads + Double(shownEmotions.count) * cellHeight + 4, title: title,
                about: about(grid, words: words)),
            table: .init(
                columns: [words("confusion.shown")] + emotions.map { words($0) },
                rows: shownEmotions.map { shown in
                    [words(shown)]
                        + emotions.map { "\(grid.count(shown: shown, chosen: $0))" }
                }))
    }

    private static func about(_ grid: ConfusionGrid, words: ChartWords) -> String {
        let frequent = grid.frequent
        guard !frequent.isEmpty else { return words("confusion.about_none") }
        return frequent.map { pair in
            words(
                "confusion.about",
                [
                    "shown": words(pair.shown), "chosen": words(pair.chosen),
                    "times": "\(pair.count)", "asked": "\(grid.shown(pair.shown))",
                ])
        }.joined(separator: " ")
    }

    private static func draw(
        _ grid: ConfusionGrid, shown: Emotion, chosen: Emotion, at corner: (x: Double, y: Double),
        width: Double, in drawing: inout Drawing
    ) {
        let count = grid.count(shown: shown, chosen: chosen)
        let share = grid.share(shown: shown, chosen: chosen) ?? 0
        let isRight = shown == chosen
        let isFrequent = grid.frequent.contains { $0.shown == shown && $0.chosen == chosen }
        drawing.rectangle(
            x: corner.x + 2, y: corner.y + 2, width: width - 4, height: cellHeight - 4,
            fill: count == 0
                ? .plain(.none)
                : .faint(isRight ? .right : .main, 0.08 + share * (strongest - 0.08)),
            line: isRight ? .right : isFrequent ? .main : .lineSoft,
            lineWidth: isRight || isFrequent ? 4 : 2, round: 6, dashed: isFrequent)
        guard count > 0 else { return }
        drawing.text(
            "\(count)", x: corner.x + width / 2, y: corner.y + cellHeight / 2 + 8, .middle,
            size: count > 999 ? Drawing.smallLetters : Drawing.letters, bold: isRight || isFrequent)
    }
}
