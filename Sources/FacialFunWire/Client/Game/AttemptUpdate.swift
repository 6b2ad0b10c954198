import FoundationEssentials

/// One event of an attempt's stream.
public enum AttemptUpdate: Hashable, Sendable {
    /// Status of the attempt: immediately, after each frame, and when time changes it.
    case status(AttemptStatus)
    /// The attempt is gone, and with it the stream; the reason is `deleted` or `expired`.
    case ended(reason: String)
    /// The service stops, and with it the stream.
    case shutdown

    /// Reads an event; nil for one of a name that is not known here, which may come in later
    /// versions.
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
