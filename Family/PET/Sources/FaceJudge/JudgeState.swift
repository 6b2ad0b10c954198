/// The state of the scoring service, for pages.
public enum JudgeState: Hashable, Sendable {
    /// The service is starting, usually for less than a second.
    case starting
    /// The service accepts pictures.
    case ready
    /// There is no service: the game runs without Facial Fun.
    case away(JudgeAbsence)
}

/// The reason that there is no scoring service, and the remedy.
public struct JudgeAbsence: Hashable, Sendable, CustomStringConvertible {
    /// A stable reason, for pages with their own texts.
    public enum Reason: String, CaseIterable, Sendable {
        /// The game was started without it.
        case switchedOff = "switched_off"
        /// The program of the service was not found.
        case notFound = "not_found"
        /// The program was found but cannot be started.
        case cannotStart = "cannot_start"
        /// The service ended and is being restarted.
        case ended
        /// The service did not become ready in time and is being restarted.
        case neverReady = "never_ready"
        /// The service stopped responding and is being restarted.
        case hung
        /// No service answers on the given socket.
        case notReachable = "not_reachable"
        /// The game is ending.
        case stopped
    }

    /// The reason.
    public let reason: Reason
    /// The cause, as a sentence.
    public let message: String
    /// The remedy, as a sentence.
    public let remedy: String

    /// Makes an absence.
    public init(_ reason: Reason, _ message: String, remedy: String) {
        self.reason = reason
        self.message = message
        self.remedy = remedy
    }

    /// The cause and the remedy.
    public var description: String { "\(message) \(remedy)" }

    static let switchedOff = JudgeAbsence(
        .switchedOff, "The game runs without the scoring service.",
        remedy: "Start it without --no-scoring to play Facial Fun.")
    static let stopped = JudgeAbsence(
        .stopped, "The scoring service stopped because the game is stopping.",
        remedy: "Start the game again.")
}
