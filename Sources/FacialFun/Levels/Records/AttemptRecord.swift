package import FacialFunWire

/// An attempt that can be stored and judged again: scores, features and times, but no pictures and
/// no baseline.
///
/// The text format is JSON Lines: a line with the plan, one line per event, and, for a finished
/// attempt, one with the ending. `attempt-record.schema.json` in this folder describes the lines.
package struct AttemptRecord: Hashable, Sendable {
    /// The only supported format.
    package static let format = "facialfun.attempt/1"

    /// Ending of an attempt.
    package struct Ending: Hashable, Sendable {
        /// The final phase.
        package var phase: AttemptStatus.Phase
        /// The kind of the final verdict.
        package var verdict: Verdict.Kind
        /// The number of the frame that completed the match.
        package var earnedBy: Int?

        /// Creates an ending.
        package init(phase: AttemptStatus.Phase, verdict: Verdict.Kind, earnedBy: Int?) {
            self.phase = phase
            self.verdict = verdict
            self.earnedBy = earnedBy
        }

        /// Ending of an attempt; nil while it is running.
        package init?(_ status: AttemptStatus) {
            guard status.isFinal else { return nil }
            self.init(
                phase: status.phase, verdict: status.verdict.kind, earnedBy: status.earnedBy)
        }
    }

    /// The emotion network that gave the scores.
    package var model: ModelSummary
    /// Plan of the attempt.
    package var plan: AttemptPlan
    /// Start time, on the clock of the events; nil to start with the first event.
    package var startMilliseconds: Double?
    /// Events in order of arrival.
    package var events: [AttemptEvent]
    /// Ending; nil while the attempt is running, or if it was not recorded.
    package var ending: Ending?

    /// Creates a record.
    package init(
        model: ModelSummary, plan: AttemptPlan, startMilliseconds: Double? = nil,
        events: [AttemptEvent] = [], ending: Ending? = nil
    ) {
        self.model = model
        self.plan = plan
        self.startMilliseconds = startMilliseconds
        self.events = events
        self.ending = ending
    }

    /// Judges the attempt again.
    ///
    /// - Parameters:
    ///   - levels: The levels, which may differ from the original ones.
    ///   - hints: The hint table; nil gives no hints.
    /// - Returns: The status after each event; with the original levels, these are the original statuses.
    package func replay(levels: LevelsFile, hints: HintTable?) -> [AttemptStatus] {
        var attempt = Attempt(
            plan: plan, levels: levels, hints: hints, startMilliseconds: startMilliseconds)
        return events.map { attempt.apply($0) }
    }
}
