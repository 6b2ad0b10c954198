import FacialFunWire
import TrainerRules

/// The share of right first answers by day or week: a small chart for each emotion, all with the
/// same scale.
struct ProgressChart {
    static let id = "progress"
    /// Maximum number of points before days are combined to weeks.
    static let mostDays = 28
    /// Minimum number of answers for the figure next to an emotion's name; the share of two answers
    /// would jump between 0 and 100 %.
    private static let latestAnswers = 10
    private static let cell = (width: 268.0, height: 166.0, gap: 24.0)
    private static let plot = (left: 2.0, top: 40.0, height: 84.0)

    /// The chart; nil if no question was shown.
    static func chart(
        _ rows: [EmotionDay], notes: NoteMarks = NoteMarks(), words: ChartWords
    ) -> Chart? {
        let asked = rows.filter { $0.asked > 0 }
        let step = Timeline.Step.fitting(asked.map(\.day), most: mostDays)
        let emotions = ReviewCharts.order.filter { emotion in
            asked.contains { $0.emotion == emotion }
        }
        let starts = asked.map { step.start(of: $0.day) }
        guard let first = starts.min(), let last = starts.max() else { return nil }
        var drawing = Drawing(id: id)
        drawing.text(
            words(step == .day ? "progress.by_day" : "progress.by_week"), x: 0, y: 20,
            colour: .inkSoft, size: Drawing.smallLetters + 2)
        var about: [String] = []
        var table: [[String]] = []
        for (number, emotion) in emotions.enumerated() {
            let points = Timeline.answers(asked, of: emotion, by: step)
            draw(
                points, label: words(emotion), over: (first, last), notes: notes,
                at: (
                    Double(number % 2) * (cell.width + cell.gap),
                    44 + Double(number / 2) * cell.height
                ), in: &drawing, words: words)
            about.append(sentence(points, of: emotion, words: words))
            table += points.map { point in
                [
                    words(emotion), words.date(point.start),
                    words.percent(point.totals.firstRightShare ?? 0),
                    words(
                        "progress.of",
                        ["first": "\(point.totals.firstRight)", "asked": "\(point.totals.asked)"]),
                ]
            }
        }
        let title = words("progress.title")
        return Chart(
            id: id, title: title,
            svg: drawing.finished(
                height: 44 + Double((emotions.count + 1) / 2) * cell.height, title: title,
                about: about.joined(separator: " ")),
            table: .init(
                columns: [
                    words("feeling"), words(step == .day ? "day" : "week"), words("answers.share"),
                    words("answers.first"),
                ], rows: table))
    }

    private static func sentence(
        _ points: [Timeline.AnswerPoint], of emotion: Emotion, words: ChartWords
    ) -> String {
        guard let first = points.first, let last = points.last else { return "" }
        return words(
            "progress.about",
            [
                "feeling": words(emotion), "from": words.percent(first.totals.firstRightShare ?? 0),
                "first_date": words.date(first.start),
                "to": words.percent(last.totals.firstRightShare ?? 0),
                "last_date": words.date(last.start),
            ])
    }

    /// The share of the latest answers, in whole days or weeks.
    static func latestShare(_ points: [Timeline.AnswerPoint]) -> Double? {
        var asked = 0
        var right = 0
        for point in points.reversed() where asked < latestAnswers {
            asked += point.totals.asked
            right += point.totals.firstRight
        }
        return asked > 0 ? min(1, Double(right) / Double(asked)) : nil
    }

    private static func draw(
        _ points: [Timeline.AnswerPoint], label: String, over range: (first: Day, last: Day),
        notes: NoteMarks, at origin: (x: Double, y: Double), in drawing: inout Drawing,
        words: ChartWords
    ) {
        let right = origin.x + cell.width
        let bottom = origin.y + plot.top + plot.height
        drawing.text(label, x: origin.x, y: origin.y + 24)
        if let latest = latestShare(points) {
            drawing.text(words.percent(latest), x: right, y: origin.y + 24, .end, bold: true)
        }
        for share in [0.0, 0.5, 1.0] {
            let y = bottom - share * plot.height
            drawing.line(
                from: (origin.x, y), to: (right, y), colour: share == 0 ? .line : .lineSoft,
                dashed: share == 0.5)
        }
        let days = Double(range.last - range.first)
        let inset = 8.0
        func xPosition(of day: Day) -> Double {
            // A single day is centered.
            origin.x + inset
                + (cell.width - 2 * inset) * (days > 0 ? Double(day - range.first) / days : 0.5)
        }
        // The last point may be a week that extends beyond the edge.
        for mark in notes.marks(from: range.first, through: range.last + 6) {
            let x = min(xPosition(of: mark.day), right - inset)
            drawing.line(
                from: (x, origin.y + plot.top - 2), to: (x, bottom), colour: .inkSoft,
                dashed: true)
            drawing.text(
                mark.label, x: x, y: origin.y + plot.top - 4, .middle, colour: .inkSoft, size: 14)
        }
        let places = points.map { point in
            (
                x: xPosition(of: point.start),
                y: bottom - (point.totals.firstRightShare ?? 0) * plot.height
            )
        }
        drawing.path(places, colour: .main)
        for (spot, point) in zip(places, points) {
            // One or two answers get a small dot, because they say little.
            drawing.dot(
                x: spot.x, y: spot.y, radius: point.totals.asked < 3 ? 4 : 6, colour: .main)
        }
        drawing.text(
            words.date(range.first), x: days > 0 ? origin.x : origin.x + cell.width / 2,
            y: bottom + 19, days > 0 ? .start : .middle, colour: .inkSoft,
            size: Drawing.smallLetters)
        if days > 0 {
            drawing.text(
                words.date(range.last), x: right, y: bottom + 19, .end, colour: .inkSoft,
                size: Drawing.smallLetters)
        }
    }
}
