public import Foundation
public import TrainerRules

/// A family's own question as it is stored, without the bytes of its files.
public struct StoredOwnQuestion: Hashable, Sendable {
    /// A file without its bytes.
    public struct File: Hashable, Sendable {
        /// The media type.
        public var type: String
        /// How many bytes it has.
        public var bytes: Int
        /// The SHA-256 of the bytes.
        public var digest: Data
    }

    /// The question.
    public var question: OwnQuestion
    /// Its files; a picture always.
    public var files: [OwnFile.Part: File]
    /// When it was made.
    public var createdAt: Date
    /// When it was last changed.
    public var changedAt: Date
}

/// What a family may keep, and what it keeps.
public struct BankUsage: Hashable, Sendable {
    /// The most questions of a family.
    public static let mostQuestions = 100
    /// The most bytes of pictures and recordings of a family.
    public static let mostBytes = 60_000_000

    /// How many questions there are.
    public var questions: Int
    /// How many bytes their pictures and recordings have.
    public var bytes: Int
}
