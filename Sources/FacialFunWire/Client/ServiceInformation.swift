/// Model and limits of a service (`GET /v1/model`).
package struct ServiceInformation: Hashable, Sendable, Decodable {
    /// The service.
    package struct Service: Hashable, Sendable, Decodable {
        /// Its version.
        package let version: String
    }

    /// Limits of the service.
    package struct Limits: Hashable, Sendable, Decodable {
        /// The largest file, in bytes.
        package let maxBytes: Int
        /// The largest picture, in pixels.
        package let maxPixels: Int
        /// The largest file that is scored, in bytes.
        package let maxScoreBytes: Int
        /// The largest picture that is scored, in pixels.
        package let maxScorePixels: Int

        /// Whether larger pictures are scored than other routes take.
        package var areRaised: Bool { maxScoreBytes > maxBytes || maxScorePixels > maxPixels }
    }

    /// The service.
    package let service: Service
    /// Limits of the service.
    package let limits: Limits
}
