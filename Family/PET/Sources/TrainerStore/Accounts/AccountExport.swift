public import FamilyAccounts
public import Foundation
public import TrainerRules

/// All data of an account for its owner (A14).
///
/// Password hash and sessions are left out, because they are credentials.
public struct AccountExport: Codable, Sendable {
    /// A player with all records.
    public struct PlayerExport: Codable, Sendable {
        /// The player.
        public var player: Player
        /// The settings.
        public var settings: PlayerSettings
        /// The apps that a parent enabled or disabled, by the app's id.
        public var enabledApps: [String: Bool]
        /// The sums behind a review.
        public var rollUps: RollUps
        /// The rounds with every answer.
        public var rounds: [RoundExport]
        /// The end of each showing of a face in Facial Fun.
        public var faces: [FaceResult]
        /// The stickers, by level and emotion.
        public var stickers: [Sticker]
        /// The plants of the garden, the oldest first.
        public var plants: [Plant]
        /// The notes.
        public var notes: [Note]
        /// The goals, the oldest first.
        public var goals: [Goal]
        /// The assigned rounds, the oldest first.
        public var assignments: [Assignment]
    }

    /// All data of one child: the keys of ``PlayerExport`` and other data about the child.
    public struct ChildExport: Encodable, Sendable {
        private enum Key: String, CodingKey {
            case version, exportedAt, questions, consents, signIn, audit
        }

        /// The child with all records.
        public var child: PlayerExport
        /// The time of the export.
        public var exportedAt: Date
        /// Questions that only this child may see.
        public var questions: [QuestionExport]
        /// The consents that a parent gave for the child.
        public var consents: [Consent]
        /// The ways in which the child signs in without typing; nil for none.
        public var signIn: ChildSignIn?
        /// The audit log of the child's data, the newest entry first.
        public var audit: [AuditEntry]

        /// Encodes the keys of the child's records and of the other data side by side.
        public func encode(to encoder: any Encoder) throws {
            try child.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: .version)
            try container.encode(exportedAt, forKey: .exportedAt)
            try container.encode(questions, forKey: .questions)
            try container.encode(consents, forKey: .consents)
            try container.encodeIfPresent(signIn, forKey: .signIn)
            try container.encode(audit, forKey: .audit)
        }
    }

    /// A round with its answers.
    public struct RoundExport: Codable, Sendable {
        /// The round's name.
        public var id: UUID
        /// The level that was played.
        public var level: PlayedLevel
        /// The start.
        public var startedAt: Date
        /// The end; nil for an unfinished round.
        public var finishedAt: Date?
        /// The events, in order.
        public var answers: [AnswerExport]
    }

    /// An event of a round.
    public struct AnswerExport: Codable, Sendable {
        /// The event's name.
        public var id: UUID
        /// The question's name.
        public var question: Question.ID
        /// The emotion that the question teaches.
        public var emotion: String
        /// `answer`, `skip`, `tip` or `replay`.
        public var action: String
        /// The answer that was chosen.
        public var chosen: String?
        /// The result.
        public var outcome: String
        /// The time on the screen before the event, in milliseconds.
        public var elapsedMilliseconds: Int
        /// The time of storage.
        public var at: Date
    }

    /// A family's own question, without its files.
    public struct QuestionExport: Codable, Sendable {
        /// The question and its answers.
        public var question: OwnQuestion
        /// The client of a practice who alone may see it; nil for all children.
        public var client: PlayerID?
        /// The time of creation.
        public var createdAt: Date
        /// The time of the latest change.
        public var changedAt: Date
    }

    /// A picture or a recording of a family's own question.
    public struct FileExport: Codable, Sendable {
        /// The question's name.
        public var question: UUID
        /// `picture`, `prompt` or `tip`.
        public var part: OwnFile.Part
        /// The media type.
        public var type: String
        /// The bytes; Base64 in JSON.
        public var content: Data
    }

    /// The version of this format.
    public var version: Int
    /// The time of the export.
    public var exportedAt: Date
    /// The account.
    public var account: Account
    /// The members of the household, with their logins.
    public var members: [Member]
    /// The approved devices.
    public var devices: [DeviceGrant]
    /// The invitations that are still valid.
    public var invitations: [Invitation]
    /// The children who sign in without typing.
    public var childSignIns: [ChildSignIn]
    /// The agreements and withdrawals, the oldest first.
    public var agreements: [Agreement]
    /// The consents that the household's parents gave to practices.
    public var consents: [Consent]
    /// The consents that a practice received.
    public var shared: [Consent]
    /// The players.
    public var players: [PlayerExport]
    /// The family's own questions.
    public var questions: [QuestionExport]
    /// The audit log of the players' data, the newest entry first.
    public var audit: [AuditEntry]
}
