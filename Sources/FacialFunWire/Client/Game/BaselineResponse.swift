/// A person's own neutral face, as the service keeps it: in memory, for a while.
public struct BaselineResponse: Hashable, Sendable, Decodable {
    /// Its name, for matches and attempts.
    public let id: String
    /// Of how many pictures it is made.
    public let pictures: Int
    /// How long it will be kept, in milliseconds.
    public let expiresInMilliseconds: Double
}
