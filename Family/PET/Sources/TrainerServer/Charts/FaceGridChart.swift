import FacialFunWire
import TrainerRules

/// Facial Fun by level: faces made, the best score, and faces that an adult saw.
struct FaceGridChart {
    static let id = "faces"
    private static let labels = 118.0
    private static let heads = 64.0
    private static let cell = (width: 88.0, height: 64.0)

    /// The chart; nil if no face was requested.
    static func chart(
        _ days: [FaceDay], best: [FaceSkill: Double], words: ChartWords
    ) -> Chart? {
        let totals = FaceTotals.bySkill(days)
        let emotions = ReviewCharts.order.filter { emotion in
            totals.keys.contains { $0.emotion == emotion }
        }
        guard !emotions.isEmpty else { return nil }
        var drawing = Drawing(id: id)
        drawing.text(
            words("face_grid.key"), x: 0, y: 20, colour: .inkSoft, size: Drawing.smallLetters)
        for level in 1...5 {
            drawing.text(
                words("level", ["level": "\(level)"]),
                x: labels + (Double(level) - 0.5) * cell.width, y: heads - 12, .middle,
                colour: .inkSoft, size: Drawing.smallLetters)
        }
        var table: [[String]] = []
        var about: [String] = []
        for (row, emotion) in emotions.enumerated() {
            let y = heads + Double(row) * cell.height
            drawing.text(words(emotion), x: 0, y: y + cell.height / 2 + 8)
            for level in 1...5 {
                let skill = FaceSkill(emotion, level: level)
                let corner = (labels + Double(level - 1) * cell.width, y)
                draw(totals[skill], best: best[skill], at: corner, in: &drawing, words: words)
                guard let sum = totals[skill] else { continue }
                let share = best[skill].map(words.percent) ?? words("none")
                table.append([
                    words(emotion), "\(level)", "\(sum.shown)", "\(sum.matched)", "\(sum.seen)",
                    share, "\(sum.tries)", "\(sum.hints)",
                ])
                about.append(
                    words(
                        "face_grid.about",
                        [
                            "feeling": words(emotion), "level": "\(level)",
                            "matched": "\(sum.matched)", "shown": "\(sum.shown)",
                            "seen": "\(sum.seen)",
                        ]))
            }
        }
        let title = words("face_grid.title")
        return Chart(
            id: id, title: title,
            svg: drawing.finished(
                height: heads + Double(emotions.count) * cell.height + 4, title: title,
                about: about.joined(separator: " ")),
            table: .init(
                columns: [
                    words("feeling"), words("level_column"), words("face_grid.shown"),
                    words("face_grid.matched"), words("face_grid.seen"), words("face_grid.best"),
                    words("face_grid.tries"), words("face_grid.hints"),
                ], rows: table))
    }

    private static func draw(
        _ totals: FaceTotals?, best: Double?, at corner: (x: Double, y: Double),
        in drawing: inout Drawing, words: ChartWords
    ) {
        let share =
            totals.map { Double($0.matched + $0.seen) / Double(max(1, $0.shown)) } ?? 0
        drawing.rectangle(
            x: corner.x + 2, y: corner.y + 2, width: cell.width - 4, height: cell.height - 4,
            fill: totals == nil ? .plain(.none) : .faint(.right, 0.06 + 0.28 * share),
            line: totals == nil ? .lineSoft : .line, round: 6)
        guard let totals else { return }
        let center = corner.x + cell.width / 2
        var lines = [
            words(
                "face_grid.of", ["matched": "\(totals.matched)", "shown": "\(totals.shown)"])
        ]
        if let best { lines.append(words("face_grid.best_short", ["share": words.percent(best)])) }
        if totals.seen > 0 {
            lines.append(words("face_grid.seen_short", ["seen": "\(totals.seen)"]))
        }
        let top = corner.y + (cell.height - Double(lines.count) * 18) / 2 + 14
        for (number, line) in lines.enumerated() {
            drawing.text(
                line, x: center, y: top + Double(number) * 18, .middle,
                size: number == 0 ? Drawing.smallLetters : 15, bold: number == 0)
        }
    }
}
