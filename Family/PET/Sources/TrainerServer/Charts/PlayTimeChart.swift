import TrainerRules

/// Play time on each of the latest days or in each of the latest weeks.
struct PlayTimeChart {
    static let id = "play-time"
    /// Maximum number of bars; a longer period is shown in weeks.
    static let most = 14
    /// Minimum number of columns; if there are fewer bars, the right side stays empty.
    private static let fewest = 8
    /// Minimum range of the scale, so that one minute does not fill the chart.
    private static let shortestScale = 600_000
    private static let plot = (top: 84.0, height: 180.0)

    /// The chart; nil if nothing was played up to today.
    static func chart(
        _ sittings: [SittingSpan], notes: NoteMarks = NoteMarks(), today: Day, words: ChartWords
    ) -> Chart? {
        let played = sittings.filter { $0.milliseconds > 0 && $0.day <= today }
        let step = Timeline.Step.fitting(played.map(\.day) + [today], most: most)
        let points = Timeline.play(played, by: step, until: today, count: most)
        // If only old weeks have play time, the chart ends with the last of them.
        guard let longest = points.map(\.milliseconds).max(), longest > 0 else {
            return played.isEmpty
                ? nil
                : chart(
                    played, notes: notes, today: played.map(\.day).max() ?? today, words: words)
        }
        var drawing = Drawing(id: id)
        drawing.text(
            words(step == .day ? "play.by_day" : "play.by_week"), x: 0, y: 20, colour: .inkSoft,
            size: Drawing.smallLetters + 2)
        let bottom = plot.top + plot.height
        let slotWidth = Drawing.width / Double(max(fewest, points.count))
        for (number, point) in points.enumerated() {
            let height =
                plot.height * Double(point.milliseconds) / Double(max(longest, shortestScale))
            let center = (Double(number) + 0.5) * slotWidth
            if let label = notes.label(from: point.start, days: step.days) {
                // The line ends above the label of the bar.
                let end = point.milliseconds > 0 ? bottom - max(4, height) - 30 : bottom
                if end > 48 {
                    drawing.line(
                        from: (center, 48), to: (center, end), colour: .inkSoft, dashed: true)
                }
                drawing.text(label, x: center, y: 44, .middle, colour: .inkSoft, size: 14)
            }
            if point.milliseconds > 0 {
                drawing.rectangle(
                    x: center - slotWidth * 0.36, y: bottom - max(4, height),
                    width: slotWidth * 0.72,
                    height: max(4, height), fill: .plain(.main), round: 4)
                drawing.text(
                    ChartWords.minuteCount(point.milliseconds), x: center,
                    y: bottom - max(4, height) - 9, .middle, size: 20, bold: true)
            }
            drawing.text(
                "\(point.start.parts.day)", x: center, y: bottom + 24, .middle,
                size: Drawing.smallLetters)
            let isNewMonth =
                number == 0 || points[number - 1].start.parts.month != point.start.parts.month
            if isNewMonth, number == 0 || slotWidth * Double(points.count - number) >= 34 {
                drawing.text(
                    words("month.\(point.start.parts.month)"), x: center - slotWidth * 0.36,
                    y: bottom + 48, colour: .inkSoft, size: Drawing.smallLetters)
            }
        }
        drawing.line(
            from: (0, bottom), to: (Drawing.width, bottom), colour: .line)
        let title = words("play.title")
        let all = points.filter { $0.milliseconds > 0 }
        return Chart(
            id: id, title: title,
            svg: drawing.finished(
                height: bottom + 56, title: title,
                about: all.map { point in
                    words(
                        "play.about",
                        [
                            "date": words.date(point.start),
                            "time": words.minutes(point.milliseconds),
                        ])
                }.joined(separator: " ")),
            table: .init(
                columns: [words(step == .day ? "day" : "week"), words("play.title")],
                rows: points.map { [words.date($0.start), words.minutes($0.milliseconds)] }))
    }
}
