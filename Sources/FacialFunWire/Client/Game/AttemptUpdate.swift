import FoundationEssentials

/// One event of an attempt's stream.
public enum AttemptUpdate: Hashable, Sendable {
    /// Status of the attempt: immediately, after each frame, and when time changes it.
    case status(AttemptStatus)
    /// The attempt and the stream have ended; the reason is `deleted` or `expired`.
    case ended(reason: String)
    /// The service is stopping, which ends the stream.
    case shutdown

    /// Parses an event; nil for an unknown name, which a later version may send.
    init?(name: String, data: String) throws {
        switch name {
        case "status":
            self = .status(
                try JSONDecoder().decode(AttemptStatus.self, from: Data(data.utf8)))
        case "end":
            struct End: Decodable { let reason: String }
            self = .ended(
                reason: try JSONDecoder().decode(End.self, from: Data(data.utf8)).reason)
        case "shutdown":
            self = .shutdown
        default: return nil
        }
    }
}
