public import Foundation

/// One thing that a player did in a round, as the browser tells it.
public struct RoundEvent: Hashable, Codable, Identifiable, Sendable {
    /// What was done.
    public enum Action: Hashable, Codable, Sendable {
        /// Chose the answer of this name.
        case answer(String)
        /// Put the question off.
        case skip
        /// Had the tip shown.
        case tip
        /// Had the prompt read again.
        case replay
    }

    /// Made in the browser; an event that comes twice has the same one, and counts once.
    public var id: UUID
    /// The question that was on the screen.
    public var question: Question.ID
    /// Which showing of a question of the round it was, from 0; tells an old tab from a new one.
    public var presentation: Int
    /// What was done.
    public var action: Action
    /// How long the question had been on the screen, in milliseconds, 0…3,600,000.
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
