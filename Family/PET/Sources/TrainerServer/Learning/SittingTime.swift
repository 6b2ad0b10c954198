import FamilyWeb
import HTTPTypes
import TrainerRules
import TrainerStore

/// How far a player is in a sitting, and what comes next in it.
struct SittingTime {
    /// Nil for a sitting without an end.
    let sitting: Sitting?
    private let pace: Int
    private let leftSomething: Bool

    init(_ progress: SittingProgress, settings: PlayerSettings) {
        sitting = settings.sittingLength.map {
            Sitting(
                length: $0, playedMilliseconds: progress.milliseconds, rounds: progress.rounds)
        }
        pace = progress.pace
        leftSomething = progress.leftSomething
    }

    /// Questions of the next round; 0 when no whole or short round fits any more.
    var nextRound: Int { sitting?.nextRound(questionMilliseconds: pace) ?? RoundPlanner.length }

    /// Whether one question that the player can do is still to come.
    var isClosing: Bool { sitting != nil && nextRound == 0 && leftSomething }

    /// Whether nothing comes any more.
    var isOver: Bool { sitting != nil && nextRound == 0 && !leftSomething }

    /// As the browser gets it.
    var wire: WireSitting {
        WireSitting(
            minutes: sitting?.length.rawValue ?? 0, done: sitting?.filledMarks(isOver: isOver) ?? 0,
            total: sitting?.marks ?? 0, closing: isClosing, over: isOver)
    }
}

/// A sitting as the browser sees it.
struct WireSitting: Encodable {
    /// How long it is, in minutes; 0 for one without an end.
    let minutes: Int
    /// Filled marks of the schedule.
    let done: Int
    /// Marks of the schedule; constant from the start of the sitting to its end.
    let total: Int
    /// Whether one more question comes, and then the end.
    let closing: Bool
    /// Whether it is over.
    let over: Bool

    /// The marks of the schedule as templates read them.
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
    /// The sitting is over: nothing new begins before a grown-up begins another.
    static func sittingOver(_ sentence: String) -> WireError {
        WireError(.conflict, "sitting_over", sentence)
    }

    /// A level that mastery has not opened yet.
    static func levelClosed(_ sentence: String) -> WireError {
        WireError(.conflict, "level_closed", sentence)
    }
}
