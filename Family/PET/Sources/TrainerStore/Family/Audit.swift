public import Foundation

/// Who looked at a child's data or changed it.
public enum AuditActor: String, Codable, CaseIterable, Sendable {
    /// Somebody who wrote the parent's PIN not long before.
    case parent
    /// Somebody who was signed in, without the PIN.
    case member
    /// Whoever runs the server, by its commands.
    case commandLine = "command_line"
}

/// What was done.
public enum AuditAction: String, Codable, CaseIterable, Sendable {
    case looked, exported, changed, deleted
}

/// What it was done to.
public enum AuditSubject: String, Codable, CaseIterable, Sendable {
    /// The family's page.
    case page
    /// All that is kept.
    case everything
    /// What was played on a day.
    case day
    /// All that was played.
    case progress
    /// A therapist's or a parent's note.
    case note
    /// A child's name, year of birth and gender, or the child itself.
    case children
    /// Username, email, password, PIN, or the agreement.
    case account
}

/// A page of an account's log.
public struct AuditPage: Hashable, Sendable {
    /// The number of entries on a page.
    public static let size = 100

    /// The page's number, 1 for the latest entries.
    public let number: Int

    /// Makes a page of a number from 1.
    public init(_ number: Int = 1) {
        self.number = max(1, min(number, AuditEntry.mostOfAccount / Self.size))
    }
}

/// One entry of the log of who looked at or changed a child's data.
///
/// It holds no names: who it is about stands by number.
public struct AuditEntry: Hashable, Codable, Sendable {
    /// The most entries of an account; a further one replaces the oldest.
    public static let mostOfAccount = 5_000

    /// When.
    public var at: Date
    /// Who.
    public var actor: AuditActor
    /// What was done.
    public var action: AuditAction
    /// To what.
    public var subject: AuditSubject
    /// Of which child, which may be gone; nil for the whole family.
    public var player: PlayerID?
    /// How many rows it was about; nil where that says nothing.
    public var count: Int?

    /// Makes an entry.
    public init(
        _ at: Date, _ actor: AuditActor, _ action: AuditAction, _ subject: AuditSubject,
        of player: PlayerID?, count: Int? = nil
    ) {
        self.at = at
        self.actor = actor
        self.action = action
        self.subject = subject
        self.player = player
        self.count = count
    }
}
