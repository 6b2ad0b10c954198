import Emotions
import TrainerRules

/// How the faces of each emotion went in Facial Fun: seen by the camera, by a grown-up alone, not yet;
/// and how often the two differed.
struct FacesChart {
    static let id = "faces"
    private static let rowHeight = 46.0
    private static let barHeight = 32.0
    private static let labels = 120.0

    /// The sums of one emotion over days and levels.
    private struct Row {
        let emotion: Emotion
        var matched = 0
        var seen = 0
        var triedOut = 0
        var skipped = 0
        var hints = 0

        var counts: [Int] { [matched, seen, triedOut] }
    }

    /// The graph; nil where no face was asked for.
    static func chart(_ days: [FaceDay], words: ChartWords) -> Chart? {
        let rows = rows(days)
        guard !rows.isEmpty else { return nil }
        var drawing = Drawing(id: id)
        drawLegend(in: &drawing, words: words)
        var y = 44.0
        for row in rows {
            draw(row, at: y, in: &drawing, words: words)
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
                            "feeling": words(row.emotion), "matched": "\(row.matched)",
                            "seen": "\(row.seen)", "not_yet": "\(row.triedOut)",
                        ])
                }.joined(separator: " ")),
            table: .init(
                columns: [words("feeling")]
                    + ["matched", "seen", "not_yet", "skipped", "hints"].map {
                        words("faces.\($0)")
                    },
                rows: rows.map { row in
                    [words(row.emotion)]
                        + (row.counts + [row.skipped, row.hints]).map { "\($0)" }
                }), note: note(rows, words: words))
    }

    private static func rows(_ days: [FaceDay]) -> [Row] {
        ReviewCharts.order.compactMap { emotion in
            var row = Row(emotion: emotion)
            for day in days where day.emotion == emotion {
                row.matched += day.matched
                row.seen += day.seen
                row.triedOut += day.triedOut
                row.skipped += day.skipped
                row.hints += day.hints
            }
            return row.counts.contains { $0 > 0 } || row.skipped > 0 ? row : nil
        }
    }

    /// How often a grown-up saw a face that the camera had not: of all that were seen at all.
    private static func note(_ rows: [Row], words: ChartWords) -> String? {
        let differed = rows.reduce(0) { $0 + $1.seen }
        let all = differed + rows.reduce(0) { $0 + $1.matched }
        guard all > 0 else { return nil }
        return words(
            differed == 0 ? "faces.agreed" : "faces.differed",
            ["differed": "\(differed)", "all": "\(all)"])
    }

    private static let kinds: [(key: String, fill: Drawing.Fill)] = [
        ("faces.matched", .plain(.right)), ("faces.seen", .pattern(.stripes)),
        ("faces.not_yet", .pattern(.dots)),
    ]

    private static func drawLegend(in drawing: inout Drawing, words: ChartWords) {
        let place = Drawing.width / Double(kinds.count)
        for (number, kind) in kinds.enumerated() {
            let x = Double(number) * place
            drawing.rectangle(
                x: x + 1, y: 3, width: 24, height: 24, fill: kind.fill, line: .line, round: 4)
            drawing.text(words(kind.key), x: x + 34, y: 22, size: Drawing.smallLetters + 2)
        }
    }

    private static func draw(
        _ row: Row, at y: Double, in drawing: inout Drawing, words: ChartWords
    ) {
        let middle = y + barHeight / 2 + 8
        drawing.text(words(row.emotion), x: 0, y: middle)
        let unit = (Drawing.width - labels) / Double(max(1, row.counts.reduce(0, +)))
        var x = labels
        for (count, kind) in zip(row.counts, kinds) where count > 0 {
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
