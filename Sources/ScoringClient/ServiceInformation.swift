/// What a service says of itself (`GET /v1/model`).
public struct ServiceInformation: Hashable, Sendable, Decodable {
    /// The service.
    public struct Service: Hashable, Sendable, Decodable {
        /// Its version.
        public let version: String
    }

    /// What it takes.
    public struct Limits: Hashable, Sendable, Decodable {
        /// The largest file, in bytes.
        public let maxBytes: Int
        /// The largest picture, in pixels.
        public let maxPixels: Int
        /// The largest file that is scored, in bytes.
        public let maxScoreBytes: Int
        /// The largest picture that is scored, in pixels.
        public let maxScorePixels: Int

        /// Whether larger pictures are scored than other routes take.
        public var areRaised: Bool { maxScoreBytes > maxBytes || maxScorePixels > maxPixels }
    }

    /// The service.
    public let service: Service
    /// What it takes.
    public let limits: Limits
}
