public import Foundation

/// A player's action in a round, as sent by the browser.
public struct RoundEvent: Hashable, Codable, Identifiable, Sendable {
    /// The action.
    public enum Action: Hashable, Codable, Sendable {
        /// Chose the answer with this name.
        case answer(String)
        /// Skipped the question.
        case skip
        /// Opened the tip.
        case tip
        /// Repeated the prompt.
        case replay
    }

    /// Made in the browser; a repeated event has the same name and counts once.
    public var id: UUID
    /// The question that was on the screen.
    public var question: Question.ID
    /// The number of the showing in the round, from 0: an event of an old tab has an earlier
    /// number.
    public var presentation: Int
    /// The action.
    public var action: Action
    /// The time the question had been on the screen, in milliseconds, 0…3,600,000.
    public var elapsedMilliseconds: Int

    /// Makes an event.
    public init(
        id: UUID, question: Question.ID, presentation: Int, action: Action,
        elapsedMilliseconds: Int
    ) {
        self.id = id
        self.question = question
        self.presentation = presentation
        self.action = action
        self.elapsedMilliseconds = elapsedMilliseconds
    }
}
