package import FacialFun

/// The limits and settings of a service.
package struct ServiceConfiguration: Sendable {
    /// Maximum length of a request's head in bytes.
    static let maxHeadBytes = 16_384
    /// Maximum number of header fields of a request.
    static let maxHeaderFields = 64
    /// Maximum deadline that a request may set.
    static let maxDeadlineMilliseconds = 60_000
    /// Maximum size of a JSON body in bytes.
    static let maxJSONBytes = 65_536

    /// The version of the program, for `/v1/model`.
    package var version = "0"
    /// Maximum size of a picture in bytes.
    package var maxPictureBytes = DecodeLimits.service.maxFileBytes
    /// Limits of `/v1/score`, if higher than on other routes: ``raiseScoreLimits(bytes:pixels:)``.
    package private(set) var scoreLimits: DecodeLimits?
    /// The default deadline, for requests without `Deadline-Ms`.
    package var deadlineMilliseconds = 1_000
    /// Number of pictures scored concurrently; by default the number of processors.
    package var workers = 1
    /// Maximum number of requests that wait for a worker.
    package var queueCapacity = 256
    /// Maximum bytes of requests and undelivered responses in memory.
    package var bodyBudget = 16_000_000
    /// Maximum share of one process.
    package var bodyBudgetOfPeer = 12_000_000
    /// Maximum number of connections.
    package var maxConnections = 8_192
    /// Maximum number of connections per process or TCP address.
    package var maxConnectionsOfPeer = 6_144
    /// Idle time in milliseconds after which a connection may be closed for a new one at the limit.
    package var idleGraceMilliseconds = 1_000
    /// Maximum time for the rest of a request's head after its first byte, in milliseconds.
    package var headMilliseconds = 5_000
    /// Time in milliseconds before a body must arrive at the minimum rate.
    package var bodyGraceMilliseconds = 1_000
    /// The minimum rate from then on, in bytes per second.
    package var minBodyBytesPerSecond = 32_768
    /// Maximum idle time of a connection, in milliseconds.
    package var idleMilliseconds = 75_000
    /// Maximum time for a client to read a response, in milliseconds.
    package var writeMilliseconds = 10_000
    /// Interval of heartbeats in a quiet event stream, in milliseconds.
    package var heartbeatMilliseconds = 15_000
    /// The origins of web pages that may call, such as `http://localhost:8080`; none by default.
    package var allowedOrigins: Set<String> = []
    /// Whether `/demo` serves a page that scores the browser's camera.
    package var hasDemo = false
    /// Files served at `/v1/schemas`: contents by name.
    package var schemas: [String: [UInt8]] = [:]
    /// The service's own camera; none by default.
    package var camera: ServiceCamera?
    /// Token for the camera over TCP; with a camera and no token, the service creates one and logs
    /// it.
    package var cameraToken: CameraToken?

    /// Creates the default configuration.
    package init() {}

    /// Allows larger pictures in `/v1/score` than in other routes.
    ///
    /// The byte budget grows accordingly: two of the largest files, also for a single process, plus
    /// 12 MB. A JPEG with several scans may use 4 additional bytes per pixel, as in the command
    /// line.
    ///
    /// - Parameters:
    ///   - bytes: Maximum size of a file: at least that of ``/FaceImaging/DecodeLimits/service``.
    ///   - pixels: Maximum number of pixels, likewise.
    package mutating func raiseScoreLimits(bytes: Int, pixels: Int) {
        let standard = DecodeLimits.service
        precondition(
            bytes >= standard.maxFileBytes && pixels >= standard.maxPixels, "limits are raised")
        var limits = standard
        limits.maxFileBytes = bytes
        limits.maxPixels = pixels
        if pixels > standard.maxPixels {
            limits.maxCoefficientBytes = pixels * Self.coefficientBytesOfAPixel
        }
        scoreLimits = limits
        bodyBudget = Self.bytesBesideTheLargest + 2 * bytes
        bodyBudgetOfPeer = bodyBudget - Self.bytesOfOthers
    }

    private static let coefficientBytesOfAPixel = 4
    private static let bytesBesideTheLargest = 12_000_000
    /// Bytes reserved from one process for the others.
    private static let bytesOfOthers = 4_000_000
    /// Maximum memory with the standard limits excluding workers, in bytes: the program, the
    /// weights, bodies and pictures.
    private static let memoryBesideWorkers = 84_000_000
    /// Maximum memory per worker, in bytes: network workspaces and a small picture.
    private static let memoryOfWorker = 18_000_000

    /// Maximum memory with these limits, in bytes: that of the standard limits (120 MB with two
    /// workers), the increase of the budget, one more file (copied while it grows), and the
    /// additional memory of the largest picture.
    package var maxMemoryBytes: Int {
        let (standard, limits) = (ServiceConfiguration(), scoreLimits ?? .service)
        return Self.memoryBesideWorkers + workers * Self.memoryOfWorker
            + (bodyBudget - standard.bodyBudget)
            + (limits.maxFileBytes - standard.maxPictureBytes)
            + ImageMemoryEstimate.most(under: limits) - ImageMemoryEstimate.most(under: .service)
    }

    /// Limits of a picture in a request body.
    func pictureLimits(_ body: Route.Body?) -> DecodeLimits {
        if case .picture(_, mayBeLarger: true) = body, let scoreLimits { return scoreLimits }
        var limits = DecodeLimits.service
        limits.maxFileBytes = maxPictureBytes
        return limits
    }
}
