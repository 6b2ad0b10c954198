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
            minutes: sitting?.length.rawValue ?? 0, rounds: sitting?.rounds ?? 0,
            expected: sitting?.expectedRounds(questionMilliseconds: pace) ?? 0,
            closing: isClosing, over: isOver)
    }
}

/// A sitting as the browser sees it.
struct WireSitting: Encodable {
    /// How long it is, in minutes; 0 for one without an end.
    let minutes: Int
    /// Rounds that were played to the end.
    let rounds: Int
    /// How many rounds there will have been.
    let expected: Int
    /// Whether one more question comes, and then the end.
    let closing: Bool
    /// Whether it is over.
    let over: Bool

    /// The most pictures of a schedule; more would be no schedule that a child sees at a glance.
    static let mostMarks = 8

    /// The schedule of pictures as templates read it: what is done, what is next, what comes.
    var marks: [[String: Any]] {
        guard minutes > 0 else { return [] }
        let total = min(max(expected, rounds), max(Self.mostMarks, rounds))
        return (0..<min(total, Self.mostMarks * 2)).map { place in
            [
                "number": place + 1, "done": place < rounds,
                "next": place == rounds && !over, "later": place > rounds,
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
