public import Foundation

/// Something that the owner of an account agreed to, or took back.
public struct Agreement: Hashable, Codable, Sendable {
    /// What it is about.
    public enum Subject: String, Codable, CaseIterable, Sendable {
        /// The terms (A15).
        case terms
        /// That the answers may be counted in the statistics of all players (I1).
        case statistics
    }

    /// What it is about.
    public var subject: Subject
    /// Whether it was given; else it was taken back.
    public var isGiven: Bool
    /// The version of the terms that held then.
    public var version: String
    /// When.
    public var at: Date

    /// Makes an agreement.
    public init(_ subject: Subject, isGiven: Bool = true, version: String, at: Date) {
        self.subject = subject
        self.isGiven = isGiven
        self.version = version
        self.at = at
    }
}
