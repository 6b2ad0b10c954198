/// Model and limits of a service (`GET /v1/model`).
package struct ServiceInformation: Hashable, Sendable, Decodable {
    /// The service.
    package struct Service: Hashable, Sendable, Decodable {
        /// Its version.
        package let version: String
    }

    /// Limits of the service.
    package struct Limits: Hashable, Sendable, Decodable {
        /// Maximum file size in bytes.
        package let maxBytes: Int
        /// Maximum number of pixels.
        package let maxPixels: Int
        /// Maximum size of a scored file in bytes.
        package let maxScoreBytes: Int
        /// Maximum number of pixels of a scored picture.
        package let maxScorePixels: Int

        /// Whether scoring has higher limits than other routes.
        package var areRaised: Bool { maxScoreBytes > maxBytes || maxScorePixels > maxPixels }
    }

    /// The service.
    package let service: Service
    /// Limits of the service.
    package let limits: Limits
}
