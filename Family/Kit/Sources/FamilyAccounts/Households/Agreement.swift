public import Foundation

/// An agreement, or its withdrawal.
public struct Agreement: Hashable, Codable, Sendable {
    /// The subject.
    public enum Subject: String, Codable, CaseIterable, Sendable {
        /// The terms (A15).
        case terms
        /// Counting the answers in the statistics of all players (I1).
        case statistics
    }

    /// The subject.
    public var subject: Subject
    /// Whether it was given; otherwise it was withdrawn.
    public var isGiven: Bool
    /// The version of the terms at that time.
    public var version: String
    /// The time.
    public var at: Date

    /// Makes an agreement.
    public init(_ subject: Subject, isGiven: Bool = true, version: String, at: Date) {
        self.subject = subject
        self.isGiven = isGiven
        self.version = version
        self.at = at
    }
}
