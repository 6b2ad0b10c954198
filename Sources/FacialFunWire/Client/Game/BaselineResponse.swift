/// A person's neutral face in the service's memory; it expires.
public struct BaselineResponse: Hashable, Sendable, Decodable {
    /// Its name, for matches and attempts.
    public let id: String
    /// Number of pictures in the baseline.
    public let pictures: Int
    /// Remaining lifetime in milliseconds.
    public let expiresInMilliseconds: Double
}
