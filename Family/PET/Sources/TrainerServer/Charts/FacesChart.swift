import FacialFunWire
import TrainerRules

/// Facial Fun by emotion: faces matched by the camera, seen only by an adult, not yet made; and how
/// often camera and adult disagreed.
struct FacesChart {
    static let id = "faces"
    private static let rowHeight = 46.0
    private static let labels = 120.0
    private static let bar = StackedBar(
        parts: [
            .init(key: "faces.matched", fill: .plain(.right)),
            .init(key: "faces.seen", fill: .pattern(.stripes)),
            .init(key: "faces.not_yet", fill: .pattern(.dots)),
        ], height: 32)

    /// The sums of one emotion over days and levels.
    private struct Row {
        let emotion: Emotion
        let totals: FaceTotals

        var counts: [Int] { [totals.matched, totals.seen, totals.triedOut] }
    }

    /// The chart; nil if no face was requested.
    static func chart(_ days: [FaceDay], words: ChartWords) -> Chart? {
        let rows = rows(days)
        guard !rows.isEmpty else { return nil }
        var drawing = Drawing(id: id)
        bar.drawLegend(in: &drawing, words: words)
        var y = 44.0
        for row in rows {
            drawing.text(words(row.emotion), x: 0, y: y + bar.height / 2 + 8)
            bar.draw(
                row.counts, at: (labels, y), width: Drawing.width - labels, in: &drawing)
            y += rowHeight
        }
        let title = words("faces.title")
        return Chart(
            id: id, title: title,
            svg: drawing.finished(
                height: y, title: title,
                about: rows.map { row in
                    words(
                        "faces.about",
                        [
                            "feeling": words(row.emotion), "matched": "\(row.totals.matched)",
                            "seen": "\(row.totals.seen)", "not_yet": "\(row.totals.triedOut)",
                        ])
                }.joined(separator: " ")),
            table: .init(
                columns: [words("feeling")]
                    + ["matched", "seen", "not_yet", "skipped", "hints"].map {
                        words("faces.\($0)")
                    },
                rows: rows.map { row in
                    [words(row.emotion)]
                        + (row.counts + [row.totals.skipped, row.totals.hints]).map { "\($0)" }
                }), note: note(rows, words: words))
    }

    private static func rows(_ days: [FaceDay]) -> [Row] {
        ReviewCharts.order.compactMap { emotion in
            let row = Row(
                emotion: emotion, totals: FaceTotals(days.filter { $0.emotion == emotion }))
            return row.counts.contains { $0 > 0 } || row.totals.skipped > 0 ? row : nil
        }
    }

    /// The share of recognized faces that only an adult saw.
    private static func note(_ rows: [Row], words: ChartWords) -> String? {
        let differed = rows.reduce(0) { $0 + $1.totals.seen }
        let all = differed + rows.reduce(0) { $0 + $1.totals.matched }
        guard all > 0 else { return nil }
        return words(
            differed == 0 ? "faces.agreed" : "faces.differed",
            ["differed": "\(differed)", "all": "\(all)"])
    }
}
