import FacialFunWire
import TrainerRules

/// Mastered emotions, those due for review, and those still being learned.
struct MasteryChart {
    static let id = "mastery"
    private static let labels = 118.0
    private static let heads = 96.0
    private static let rowHeight = 44.0

    /// The chart; nil if no question was shown.
    ///
    /// - Parameters:
    /// - mastery: The player's progress in each skill.
    /// - offered: The skills that the questions teach; other skills have a cell only if they were
    ///   played. If nil, every skill has a cell.
    /// - today: The day of the review.
    /// - words: The language's texts.
    /// - Returns: The chart.
    static func chart(
        _ mastery: [Skill: Mastery], offered: Set<Skill>? = nil, today: Day, words: ChartWords
    ) -> Chart? {
        let known = mastery.filter { $0.value.state != .unseen }
        let emotions = ReviewCharts.order.filter { emotion in
            known.keys.contains { $0.emotion == emotion }
        }
        guard !emotions.isEmpty else { return nil }
        var levels = (1...5).map(PlayedLevel.standard)
        if known.keys.contains(where: { $0.level == .questionBank }) {
            levels.append(.questionBank)
        }
        var drawing = Drawing(id: id)
        drawLegend(in: &drawing, words: words)
        let width = (Drawing.width - labels) / Double(levels.count)
        for (column, level) in levels.enumerated() {
            drawing.text(
                name(level, words), x: labels + (Double(column) + 0.5) * width, y: heads - 10,
                .middle, colour: .inkSoft, size: Drawing.smallLetters)
        }
        var table: [[String]] = []
        for (row, emotion) in emotions.enumerated() {
            let y = heads + Double(row) * rowHeight
            drawing.text(words(emotion), x: 0, y: y + rowHeight / 2 + 8)
            for (column, level) in levels.enumerated() {
                let skill = Skill(emotion, at: level)
                let state = known[skill]
                guard state != nil || offered?.contains(skill) ?? true else { continue }
                draw(
                    state, today: today,
                    in: (labels + Double(column) * width + 3, y + 3, width - 6, rowHeight - 6),
                    &drawing)
                if let state {
                    table.append([
                        words(emotion), name(level, words), sentence(state, today, words),
                    ])
                }
            }
        }
        let title = words("mastery.title")
        let reached = known.values.count(where: \.isMastered)
        let due = known.values.count { $0.isDue(on: today) }
        return Chart(
            id: id, title: title,
            svg: drawing.finished(
                height: heads + Double(emotions.count) * rowHeight + 4, title: title,
                about: words(
                    "mastery.about",
                    ["mastered": "\(reached)", "due": "\(due)", "all": "\(known.count)"])),
            table: .init(
                columns: [words("feeling"), words("level_column"), words("mastery.state")],
                rows: table))
    }

    private static func name(_ level: PlayedLevel, _ words: ChartWords) -> String {
        switch level {
        case .standard(let number): words("level", ["level": "\(number)"])
        case .questionBank: words("own")
        }
    }

    private static func sentence(
        _ mastery: Mastery, _ today: Day, _ words: ChartWords
    ) -> String {
        switch mastery.state {
        case .unseen: words("none")
        case .learning(let sittings): words("mastery.learning", ["sittings": "\(sittings)"])
        case .mastered(let review):
            words(
                review.due <= today ? "mastery.due_since" : "mastery.due_on",
                ["date": words.date(review.due)])
        }
    }

    /// A cell: filled if mastered, striped if due for review, otherwise one to three sections for
    /// the sittings completed so far.
    private static func draw(
        _ mastery: Mastery?, today: Day,
        in box: (x: Double, y: Double, width: Double, height: Double), _ drawing: inout Drawing
    ) {
        var fill = Drawing.Fill.plain(.none)
        if let mastery, mastery.isMastered {
            fill = mastery.isDue(on: today) ? .pattern(.stripes) : .plain(.right)
        }
        drawing.rectangle(
            x: box.x, y: box.y, width: box.width, height: box.height, fill: fill,
            line: mastery == nil ? .lineSoft : .line, round: 6)
        guard case .learning(let sittings)? = mastery?.state else { return }
        let section = min(16, box.width / 5)
        let start = box.x + box.width / 2 - 1.5 * section
        for number in 0..<Mastery.sittings {
            drawing.rectangle(
                x: start + Double(number) * section + 1, y: box.y + box.height / 2 - 6,
                width: section - 2, height: 12,
                fill: number < sittings ? .plain(.main) : .plain(.none), line: .line, round: 3)
        }
    }

    private static func drawLegend(in drawing: inout Drawing, words: ChartWords) {
        let kinds: [(String, Drawing.Fill)] = [
            ("mastery.mastered", .plain(.right)), ("mastery.due", .pattern(.stripes)),
            ("mastery.on_the_way", .plain(.main)),
        ]
        let places = [0.0, 150.0, 310.0]
        for (kind, x) in zip(kinds, places) {
            drawing.rectangle(
                x: x + 1, y: 5, width: 24, height: 20, fill: kind.1, line: .line, round: 4)
            drawing.text(words(kind.0), x: x + 32, y: 22, size: Drawing.smallLetters)
        }
        drawing.text(
            words("mastery.how"), x: 0, y: 52, colour: .inkSoft, size: 16)
    }
}
