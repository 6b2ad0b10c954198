public import Foundation
public import TrainerRules

/// An account with all that the database holds of it, for its owner (A14).
///
/// The password's hash and the sessions are left out: they are keys, not data.
public struct AccountExport: Codable, Sendable {
    /// A player with all that is kept of the player.
    public struct PlayerExport: Codable, Sendable {
        /// Who plays.
        public var player: Player
        /// What is set.
        public var settings: PlayerSettings
        /// The apps that a parent switched on or off, by the app's id.
        public var enabledApps: [String: Bool]
        /// The sums that a review is made of.
        public var rollUps: RollUps
        /// The rounds with every answer.
        public var rounds: [RoundExport]
        /// How each showing of a face ended in Facial Fun.
        public var faces: [FaceResult]
        /// The stickers, by level and emotion.
        public var stickers: [Sticker]
        /// What was written beside days.
        public var notes: [Note]
    }

    /// A round with its answers.
    public struct RoundExport: Codable, Sendable {
        /// The round's name.
        public var id: UUID
        /// What was played.
        public var level: PlayedLevel
        /// When it was begun.
        public var startedAt: Date
        /// When it was over; nil where it waits to be taken up again.
        public var finishedAt: Date?
        /// What was done, in order.
        public var answers: [AnswerExport]
    }

    /// One thing that was done in a round.
    public struct AnswerExport: Codable, Sendable {
        /// The event's name.
        public var id: UUID
        /// The question's name.
        public var question: Question.ID
        /// The emotion that it teaches.
        public var emotion: String
        /// `answer`, `skip`, `tip` or `replay`.
        public var action: String
        /// The answer that was chosen.
        public var chosen: String?
        /// What became of it.
        public var outcome: String
        /// How long the question had been on the screen, in milliseconds.
        public var elapsedMilliseconds: Int
        /// When it was stored.
        public var at: Date
    }

    /// A question of the family's own; the bytes of its files come apart.
    public struct QuestionExport: Codable, Sendable {
        /// What is asked, and the answers.
        public var question: OwnQuestion
        /// When it was made.
        public var createdAt: Date
        /// When it was last changed.
        public var changedAt: Date
    }

    /// A picture or a recording of a question of the family's own.
    public struct FileExport: Codable, Sendable {
        /// The question's name.
        public var question: UUID
        /// `picture`, `prompt` or `tip`.
        public var part: OwnFile.Part
        /// The media type.
        public var type: String
        /// The bytes, in Base64 where it is JSON.
        public var content: Data
    }

    /// The version of this form.
    public var version: Int
    /// When it was made.
    public var exportedAt: Date
    /// The account.
    public var account: Account
    /// The members of the household, with their logins.
    public var members: [Member]
    /// The devices that stay signed in.
    public var devices: [DeviceGrant]
    /// The invitations that can still be used.
    public var invitations: [Invitation]
    /// What its owner agreed to and took back, the oldest first.
    public var agreements: [Agreement]
    /// Its players.
    public var players: [PlayerExport]
    /// The family's own questions.
    public var questions: [QuestionExport]
    /// Who looked at their data or changed it, the newest first.
    public var audit: [AuditEntry]
}
