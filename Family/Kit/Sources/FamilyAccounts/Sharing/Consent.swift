public import Foundation

/// A parent's consent that a practice may see a child's results.
public struct Consent: Hashable, Codable, Identifiable, Sendable {
    /// The validity of a code in seconds: 7 days.
    public static let codeLifetime: Double = 7 * 24 * 60 * 60
    /// The maximum number of consents and open codes of a child.
    public static let mostOfChild = 10
    /// Maximum number of children that are shared with a practice.
    public static let mostOfPractice = 500

    /// The consent's number; never reused.
    public let id: Int64
    /// The child.
    public let child: PlayerID
    /// The child's name.
    public let name: String
    /// The username of the practice's first login; nil until the code is used.
    public let practice: String?
    /// The time the parent gave it.
    public let createdAt: Date
    /// The end of the code's validity; nil once it is used.
    public let expiresAt: Date?
}
