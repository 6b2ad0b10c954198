import FamilyWeb
import Foundation
import HTTPTypes
import TrainerRules

/// A round event as sent by the browser.
struct WireEvent: Decodable {
    let id: String
    let question: String
    let presentation: Int
    let kind: String
    let answer: String?
    let elapsedMilliseconds: Int

    /// Maximum plausible time on the screen: an hour.
    static let longestMilliseconds = 3_600_000

    /// The event for the rules.
    ///
    /// - Throws: `malformed`, which names the member.
    func event() throws(WireError) -> RoundEvent {
        guard let id = UUID(uuidString: id) else { throw Self.malformed("id", "a UUID") }
        guard (1...100).contains(question.utf8.count) else {
            throw Self.malformed("question", "a question's name")
        }
        guard (0...1_000_000).contains(presentation) else {
            throw Self.malformed("presentation", "a number from 0")
        }
        let action: RoundEvent.Action
        switch (kind, answer) {
        case ("answer", let answer?) where (1...100).contains(answer.utf8.count):
            action = .answer(answer)
        case ("answer", _): throw Self.malformed("answer", "the id of an answer")
        case ("skip", _): action = .skip
        case ("tip", _): action = .tip
        case ("replay", _): action = .replay
        default: throw Self.malformed("kind", "answer, skip, tip or replay")
        }
        // A longer time means a sleeping tab or a wrong clock, and says nothing about the player.
        let elapsed = min(max(0, elapsedMilliseconds), Self.longestMilliseconds)
        return RoundEvent(
            id: id, question: question, presentation: presentation, action: action,
            elapsedMilliseconds: elapsed)
    }

    private static func malformed(_ member: String, _ wanted: String) -> WireError {
        WireError(.badRequest, "malformed", "The value of '\(member)' must be \(wanted).")
    }
}
