package import FacialFun

/// The limits and habits of a service.
package struct ServiceConfiguration: Sendable {
    /// The longest head of a request, in bytes.
    static let maxHeadBytes = 16_384
    /// The most header fields of a request.
    static let maxHeaderFields = 64
    /// The longest deadline that a request may ask for.
    static let maxDeadlineMilliseconds = 60_000
    /// The largest body in JSON, in bytes.
    static let maxJSONBytes = 65_536

    /// The version of the program, for `/v1/model`.
    package var version = "0"
    /// The largest picture, in bytes.
    package var maxPictureBytes = DecodeLimits.service.maxFileBytes
    /// What a picture of `/v1/score` may cost where that is more than on other routes:
    /// ``raiseScoreLimits(bytes:pixels:)``.
    package private(set) var scoreLimits: DecodeLimits?
    /// The deadline of a request without `Deadline-Ms`.
    package var deadlineMilliseconds = 1_000
    /// How many pictures are scored at one time: as many as there are processors.
    package var workers = 1
    /// How many requests may wait for a worker.
    package var queueCapacity = 256
    /// How many bytes of requests, and of answers that clients have not taken, may be in memory at
    /// one time.
    package var bodyBudget = 16_000_000
    /// How many of them may be one process's.
    package var bodyBudgetOfPeer = 12_000_000
    /// How many connections are served at one time.
    package var maxConnections = 8_192
    /// How many of them one process, or one address of TCP, may have.
    package var maxConnectionsOfPeer = 6_144
    /// How long a connection may wait for a request, in milliseconds, before it ends for a new one where
    /// there are as many as are served.
    package var idleGraceMilliseconds = 1_000
    /// How long the rest of a request's head may take after its first byte, in milliseconds.
    package var headMilliseconds = 5_000
    /// How long a request's body may take before it has to come at a least rate, in milliseconds.
    package var bodyGraceMilliseconds = 1_000
    /// The minimum rate from then on, in bytes a second.
    package var minBodyBytesPerSecond = 32_768
    /// How long a connection may lie idle, in milliseconds.
    package var idleMilliseconds = 75_000
    /// How long a client may take to read an answer, in milliseconds.
    package var writeMilliseconds = 10_000
    /// After how long a quiet event stream shows a heartbeat, in milliseconds.
    package var heartbeatMilliseconds = 15_000
    /// The web pages' origins that may call, such as `http://localhost:8080`; none by default.
    package var allowedOrigins: Set<String> = []
    /// Whether `/demo` serves a page that scores the browser's camera.
    package var hasDemo = false
    /// What `/v1/schemas` serves: the bytes of files by their names.
    package var schemas: [String: [UInt8]] = [:]
    /// The service's own camera; none by default.
    package var camera: ServiceCamera?
    /// What a request over TCP must know to see the camera; where there is a camera and no token, the
    /// service makes one and says it in its log.
    package var cameraToken: CameraToken?

    /// Makes a configuration with the defaults.
    package init() {}

    /// Lets `/v1/score` take larger pictures than the other routes do.
    ///
    /// The budget of bytes grows with them: it holds two of the largest, which
    /// may be one process's, and 12 MB beside them. A JPEG
    /// in several scans may take 4 bytes a pixel beside its pixels, as on the command line.
    ///
    /// - Parameters:
    ///   - bytes: The largest file: no less than ``/FaceImaging/DecodeLimits/service`` has.
    ///   - pixels: The largest picture: likewise.
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
    /// What one process leaves to the others.
    private static let bytesOfOthers = 4_000_000
    /// What a service with the standard limits takes at most beside its workers, in bytes: the program,
    /// the weights, bodies and pictures.
    private static let memoryBesideWorkers = 84_000_000
    /// What each worker takes at most, in bytes: what the networks compute in, and a small picture.
    private static let memoryOfWorker = 18_000_000

    /// What a service with these limits takes at most, in bytes: what it takes with the standard ones,
    /// 120 MB with two workers; what its budget holds more, one more file (whose bytes are moved while
    /// it grows), and what the largest picture takes beyond what all have together.
    package var maxMemoryBytes: Int {
        let (standard, limits) = (ServiceConfiguration(), scoreLimits ?? .service)
        return Self.memoryBesideWorkers + workers * Self.memoryOfWorker
            + (bodyBudget - standard.bodyBudget)
            + (limits.maxFileBytes - standard.maxPictureBytes)
            + ImageMemoryEstimate.most(under: limits) - ImageMemoryEstimate.most(under: .service)
    }

    /// What a picture may cost that is the body of a request.
    func pictureLimits(_ body: Route.Body?) -> DecodeLimits {
        if case .picture(_, mayBeLarger: true) = body, let scoreLimits { return scoreLimits }
        var limits = DecodeLimits.service
        limits.maxFileBytes = maxPictureBytes
        return limits
    }
}
