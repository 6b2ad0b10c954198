import FacialFunWire
import TrainerRules

/// The words of charts, from a language's catalogue.
struct ChartWords: Sendable {
    private let texts: [String: String]

    /// Takes a language's texts; a missing text is shown as its key.
    init(_ texts: [String: String]) {
        self.texts = texts
    }

    /// The keys that charts use, except the names of the emotions.
    static let keys: [String] =
        [
            "answers.title", "answers.first", "answers.later", "answers.not_right",
            "answers.asked", "answers.share", "answers.about",
            "progress.title", "progress.by_day", "progress.by_week", "progress.about",
            "progress.of",
            "confusion.title", "confusion.shown", "confusion.chosen",
            "confusion.about", "confusion.about_none",
            "times.title", "times.mean", "times.answers", "times.about",
            "faces.title", "faces.matched", "faces.seen", "faces.not_yet", "faces.skipped",
            "faces.hints", "faces.about", "faces.differed", "faces.agreed",
            "play.title", "play.by_day", "play.by_week", "play.about",
            "face_grid.title", "face_grid.key", "face_grid.about", "face_grid.shown",
            "face_grid.matched",
            "face_grid.seen", "face_grid.best", "face_grid.tries", "face_grid.hints",
            "face_grid.of",
            "face_grid.best_short", "face_grid.seen_short",
            "mastery.title", "mastery.about", "mastery.state", "mastery.learning",
            "mastery.due_since", "mastery.due_on", "mastery.mastered", "mastery.due",
            "mastery.on_the_way", "mastery.how",
            "help.title", "help.tips", "help.replays", "help.helped", "help.rate", "help.about",
            "level", "level_column", "own", "none",
            "feeling", "day", "week", "percent", "seconds", "minutes", "decimal", "date",
        ].map { "chart.\($0)" } + (1...12).map { "chart.month.\($0)" }

    /// The text of a key below `chart.`, with its placeholders filled.
    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        let key = "chart.\(key)"
        var text = texts[key] ?? key
        // Replaces in a single pass, so that braces in a value are not expanded.
        var filled = ""
        while let open = text.firstIndex(of: "{"), let close = text[open...].firstIndex(of: "}") {
            let name = String(text[text.index(after: open)..<close])
            filled += text[..<open]
            filled += values[name] ?? String(text[open...close])
            text = String(text[text.index(after: close)...])
        }
        return filled + text
    }

    /// An emotion's name.
    func callAsFunction(_ emotion: Emotion) -> String {
        let key = "emotion.\(emotion.rawValue)"
        return texts[key] ?? key
    }

    /// A share in whole percent.
    func percent(_ share: Double) -> String {
        self("percent", ["value": "\(Int((share * 100).rounded()))"])
    }

    /// A time in seconds with one decimal.
    func seconds(_ milliseconds: Int) -> String {
        let tenths = (milliseconds + 50) / 100
        return self("seconds", ["value": "\(tenths / 10)\(self("decimal"))\(tenths % 10)"])
    }

    /// A time in whole minutes; less than one minute is `<1`.
    func minutes(_ milliseconds: Int) -> String {
        self("minutes", ["value": Self.minuteCount(milliseconds)])
    }

    /// The number for ``minutes(_:)``.
    static func minuteCount(_ milliseconds: Int) -> String {
        let minutes = (milliseconds + 30_000) / 60_000
        return minutes == 0 && milliseconds > 0 ? "<1" : "\(minutes)"
    }

    /// A day with the year.
    func longDate(_ day: Day) -> String { "\(date(day)) \(day.parts.year)" }

    /// A day without the year.
    func date(_ day: Day) -> String {
        let parts = day.parts
        return self("date", ["day": "\(parts.day)", "month": self("month.\(parts.month)")])
    }
}
