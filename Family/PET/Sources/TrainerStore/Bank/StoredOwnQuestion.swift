public import FamilyAccounts
public import Foundation
public import TrainerRules

/// A stored question of a family, without the bytes of its files.
public struct StoredOwnQuestion: Hashable, Sendable {
    /// A file without its bytes.
    public struct File: Hashable, Sendable {
        /// The media type.
        public var type: String
        /// The size in bytes.
        public var bytes: Int
        /// The SHA-256 of the bytes.
        public var digest: Data
    }

    /// The question.
    public var question: OwnQuestion
    /// Its files; always includes a picture.
    public var files: [OwnFile.Part: File]
    /// The client of a practice who alone may see it; nil for all children.
    public var client: PlayerID?
    /// The time of creation.
    public var createdAt: Date
    /// The time of the latest change.
    public var changedAt: Date
}

/// A family's quota and its use.
public struct BankUsage: Hashable, Sendable {
    /// Maximum number of questions of a family.
    public static let mostQuestions = 100
    /// Maximum size of a family's pictures and recordings, in bytes.
    public static let mostBytes = 60_000_000

    /// The number of questions.
    public var questions: Int
    /// The size of their pictures and recordings, in bytes.
    public var bytes: Int
}
