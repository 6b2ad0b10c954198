public import FacialFunWire

/// The figures of a review by day or by week.
public enum Timeline {
    /// The period of one point.
    public enum Step: Hashable, Sendable {
        case day, week

        /// The first day of the step that contains a day.
        public func start(of day: Day) -> Day {
            switch self {
            case .day: day
            case .week: day.monday
            }
        }

        /// The number of days in a step.
        public var days: Int {
            switch self {
            case .day: 1
            case .week: 7
            }
        }

        /// Days if they are few enough to distinguish, otherwise weeks.
        ///
        /// - Parameters:
        /// - days: The days with activity, in any order.
        /// - most: Maximum number of points.
        /// - Returns: The step for all points.
        public static func fitting(_ days: some Sequence<Day>, most: Int) -> Step {
            let days = Array(days)
            guard let first = days.min(), let last = days.max() else { return .day }
            return last - first < most ? .day : .week
        }
    }

    /// The answers of a step.
    public struct AnswerPoint: Hashable, Sendable {
        /// The step's first day.
        public let start: Day
        /// The answers.
        public let totals: AnswerTotals
    }

    /// The play time of a step.
    public struct PlayPoint: Hashable, Sendable {
        /// The step's first day.
        public let start: Day
        /// Time in the application, in milliseconds.
        public let milliseconds: Int
    }

    /// The answers by step, the oldest first; steps without a question are left out.
    ///
    /// - Parameters:
    ///   - rows: The counts.
    ///   - emotion: The emotion; nil for all.
    ///   - step: The period of a point.
    /// - Returns: The points.
    public static func answers(
        _ rows: [EmotionDay], of emotion: Emotion? = nil, by step: Step
    ) -> [AnswerPoint] {
        let rows = rows.filter { $0.asked > 0 && (emotion == nil || $0.emotion == emotion) }
        return Dictionary(grouping: rows) { step.start(of: $0.day) }
            .map { AnswerPoint(start: $0.key, totals: AnswerTotals($0.value)) }
            .sorted { $0.start < $1.start }
    }

    /// The time of play in each of the latest steps, the oldest first; zero for steps without play.
    ///
    /// - Parameters:
    /// - spans: The sittings.
    /// - step: The period of a point.
    /// - last: The day of the last point; nil for the day of the latest sitting.
    /// - count: Maximum number of points; fewer if the first sitting is later.
    /// - Returns: The points; empty if there was no play until that day.
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
