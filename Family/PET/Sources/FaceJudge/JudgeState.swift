/// How the judge of faces is, as pages show it.
public enum JudgeState: Hashable, Sendable {
    /// The service starts; it takes pictures within a second as a rule.
    case starting
    /// The service takes pictures.
    case ready
    /// There is no service to ask: the game plays on without Facial Fun.
    case away(JudgeAbsence)
}

/// Why there is no judge of faces, and what helps.
public struct JudgeAbsence: Hashable, Sendable, CustomStringConvertible {
    /// Why; stable, for pages that have words of their own.
    public enum Reason: String, CaseIterable, Sendable {
        /// The game was told to play without it.
        case switchedOff = "switched_off"
        /// The program of the service was not found.
        case notFound = "not_found"
        /// The program was found and cannot be started.
        case cannotStart = "cannot_start"
        /// The service ended; it is started again.
        case ended
        /// The service did not become ready in time; it is started again.
        case neverReady = "never_ready"
        /// The service stopped answering; it is started again.
        case hung
        /// Nothing answers at the socket that was named.
        case notReachable = "not_reachable"
        /// The game ends.
        case stopped
    }

    /// Why.
    public let reason: Reason
    /// What happened, as a sentence.
    public let message: String
    /// What helps, as a sentence.
    public let remedy: String

    /// Makes an absence.
    public init(_ reason: Reason, _ message: String, remedy: String) {
        self.reason = reason
        self.message = message
        self.remedy = remedy
    }

    /// What happened and what helps.
    public var description: String { "\(message) \(remedy)" }

    static let switchedOff = JudgeAbsence(
        .switchedOff, "The game runs without the scoring service.",
        remedy: "Start it without --no-scoring to play Facial Fun.")
    static let stopped = JudgeAbsence(
        .stopped, "The game ends, and with it the scoring service.",
        remedy: "Start the game again.")
}
