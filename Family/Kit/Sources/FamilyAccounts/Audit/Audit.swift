public import Foundation

/// The person who viewed or changed a child's data.
public enum AuditActor: String, Codable, CaseIterable, Sendable {
    /// A person who entered the parent PIN recently.
    case parent
    /// A person who was signed in, without the PIN.
    case member
    /// A practice to which a parent gave consent.
    case practice
    /// The server's operator, by a command.
    case commandLine = "command_line"
}

/// The action.
public enum AuditAction: String, Codable, CaseIterable, Sendable {
    case looked, exported, changed, deleted
}

/// The data concerned.
public enum AuditSubject: String, Codable, CaseIterable, Sendable {
    /// The family's page.
    case page
    /// All stored data.
    case everything
    /// The records of a day.
    case day
    /// All records of play.
    case progress
    /// A therapist's or a parent's note.
    case note
    /// A goal or an assignment of a client.
    case goal
    /// A consent that a practice may see a child's results.
    case consent
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

/// An entry of the audit log of a child's data.
///
/// It contains no names: people are identified by number.
public struct AuditEntry: Hashable, Codable, Sendable {
    /// Maximum number of entries of an account; a further one replaces the oldest.
    public static let mostOfAccount = 5_000

    /// The time.
    public var at: Date
    /// The person.
    public var actor: AuditActor
    /// The action.
    public var action: AuditAction
    /// The data concerned.
    public var subject: AuditSubject
    /// The child, which may have been deleted; nil for the whole family.
    public var player: PlayerID?
    /// The number of rows concerned; nil if it does not apply.
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
