public import FacialFunWire

/// A review's figures day by day, or week by week.
public enum Timeline {
    /// What one point of a timeline stands for.
    public enum Step: Hashable, Sendable {
        case day, week

        /// The first day of the step in which a day falls.
        public func start(of day: Day) -> Day {
            switch self {
            case .day: day
            case .week: day.monday
            }
        }

        /// How many days a step has.
        public var days: Int {
            switch self {
            case .day: 1
            case .week: 7
            }
        }

        /// Days where they are few enough to tell apart, else weeks.
        ///
        /// - Parameters:
        ///   - days: those on which something was done, in any order.
        ///   - most: how many points may be shown.
        /// - Returns: the step for all of them.
        public static func fitting(_ days: some Sequence<Day>, most: Int) -> Step {
            let days = Array(days)
            guard let first = days.min(), let last = days.max() else { return .day }
            return last - first < most ? .day : .week
        }
    }

    /// What was answered in a step.
    public struct AnswerPoint: Hashable, Sendable {
        /// The step's first day.
        public let start: Day
        /// What was answered in it.
        public let totals: AnswerTotals
    }

    /// How long was played in a step.
    public struct PlayPoint: Hashable, Sendable {
        /// The step's first day.
        public let start: Day
        /// Time in the application, in milliseconds.
        public let milliseconds: Int
    }

    /// What was answered, the oldest step first; steps without a question are left out.
    ///
    /// - Parameters:
    ///   - rows: what was counted.
    ///   - emotion: the one that is looked at; nil for all.
    ///   - step: what a point stands for.
    /// - Returns: the points.
    public static func answers(
        _ rows: [EmotionDay], of emotion: Emotion? = nil, by step: Step
    ) -> [AnswerPoint] {
        let rows = rows.filter { $0.asked > 0 && (emotion == nil || $0.emotion == emotion) }
        return Dictionary(grouping: rows) { step.start(of: $0.day) }
            .map { AnswerPoint(start: $0.key, totals: AnswerTotals($0.value)) }
            .sorted { $0.start < $1.start }
    }

    /// How long was played in each of the latest steps, the oldest first; those in which nobody
    /// played are there with nothing.
    ///
    /// - Parameters:
    ///   - spans: the times in the application.
    ///   - step: what a point stands for.
    ///   - last: the day of the last point; nil for that of the latest span.
    ///   - count: how many points there are at most; fewer where the first span is later.
    /// - Returns: the points; none where nobody played by then.
    public static func play(
        _ spans: [SittingSpan], by step: Step, until last: Day? = nil, count: Int
    ) -> [PlayPoint] {
        let last = last.map(step.start) ?? spans.map(\.day).max().map(step.start)
        guard let last, count > 0 else { return [] }
        let sums = Dictionary(
            spans.map { (step.start(of: $0.day), max(0, $0.milliseconds)) }, uniquingKeysWith: +)
        guard let first = sums.keys.min(), first <= last else { return [] }
        let steps = min(count, (last - first) / step.days + 1)
        return (0..<steps).reversed().map { back in
            let start = last + -back * step.days
            return PlayPoint(start: start, milliseconds: sums[start] ?? 0)
        }
    }
}
