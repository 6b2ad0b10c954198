import FamilyWeb
import HTTPTypes
import TrainerRules
import TrainerStore

/// The progress of a sitting and its remaining questions.
struct SittingTime {
    /// Nil for a sitting of unlimited length.
    let sitting: Sitting?
    private let pace: Int
    private let hasUnansweredQuestion: Bool

    init(_ progress: SittingProgress, settings: PlayerSettings) {
        sitting = settings.sittingLength.map {
            Sitting(
                length: $0, playedMilliseconds: progress.milliseconds, rounds: progress.rounds)
        }
        pace = progress.pace
        hasUnansweredQuestion = progress.hasUnansweredQuestion
    }

    /// The number of questions in the next round; 0 if not even a short round fits.
    var nextRound: Int { sitting?.nextRound(questionMilliseconds: pace) ?? RoundPlanner.length }

    /// Whether exactly one more question follows, one that the player can answer.
    var isClosing: Bool { sitting != nil && nextRound == 0 && hasUnansweredQuestion }

    /// Whether nothing follows.
    var isOver: Bool { sitting != nil && nextRound == 0 && !hasUnansweredQuestion }

    /// The value sent to the browser.
    var wire: WireSitting {
        WireSitting(
            minutes: sitting?.length.rawValue ?? 0, done: sitting?.filledMarks(isOver: isOver) ?? 0,
            total: sitting?.marks ?? 0, closing: isClosing, over: isOver)
    }
}

/// A sitting as sent to the browser.
struct WireSitting: Encodable {
    /// Length in minutes; 0 if unlimited.
    let minutes: Int
    /// The number of filled marks in the schedule.
    let done: Int
    /// The number of marks in the schedule, constant during the sitting.
    let total: Int
    /// Whether one more question follows before the end.
    let closing: Bool
    /// Whether it is over.
    let over: Bool

    /// The schedule's marks for templates.
    var marks: [[String: Any]] {
        (0..<total).map { place in
            [
                "number": place + 1, "done": place < done, "next": place == done && !over,
                "later": place > done,
            ]
        }
    }
}

extension WireError {
    /// The sitting is over: an adult must begin another.
    static func sittingOver(_ sentence: String) -> WireError {
        WireError(.conflict, "sitting_over", sentence)
    }

    /// The level is not open yet: too few emotions are mastered.
    static func levelClosed(_ sentence: String) -> WireError {
        WireError(.conflict, "level_closed", sentence)
    }
}
