import Dispatch
import FoundationEssentials

/// Routes for games that use the service's camera.
extension ScoringClient {
    /// Maximum time without a picture before the camera is given up, in milliseconds.
    private static let maxSilenceMilliseconds = 10_000

    /// Takes a picture now and judges whether its face matches a target.
    ///
    /// - Parameters:
    ///   - target: The target emotion.
    ///   - level: From 1, the easiest, to 5.
    ///   - baseline: The name of the person's baseline; nil for none.
    /// - Returns: The verdict on the first frame taken after the call.
    /// - Throws: Like `match`; `refused` with `no_camera`, or with the reason why the camera
    ///   delivers no pictures.
    public func cameraMatch(
        target: Emotion, level: Int, baseline: String? = nil
    ) async throws -> MatchResponse {
        let query = "target=\(target.rawValue)&level=\(level)"
        let rest = baseline.map { "&baseline=" + Self.escaped($0) } ?? ""
        return try decode(try await exchange("POST", "/v2/camera/match?" + query + rest))
    }

    /// Creates an attempt that judges the camera's frames; `attempt` returns its status.
    ///
    /// With `movements` the face's movements are measured, and hints are chosen from the missing
    /// ones.
    ///
    /// - Throws: Like `beginAttempt`; `refused` with `no_camera`, or with the reason why the camera
    ///   delivers no pictures.
    public func beginCameraAttempt(
        target: Emotion, level: Int, baseline: String? = nil,
        timeLimitMilliseconds: Double? = nil, movements: Bool = false
    ) async throws -> AttemptResponse {
        try decode(
            try await exchange(
                "POST", "/v1/camera/attempts" + Self.asking(movements), type: "application/json",
                body: try Self.order(target, level, baseline, timeLimitMilliseconds)))
    }

    /// The camera's pictures as JPEG files; a picture that is not read in time is replaced by the
    /// next one.
    ///
    /// Each stream has its own connection and thread, which end with its reader.
    ///
    /// - Returns: The stream. Reading it throws the errors of every call: `refused` with
    ///   `no_camera`, `too_many_streams`, or with the reason why the camera delivers no pictures.
    public func preview() -> AsyncThrowingStream<[UInt8], any Error> {
        let client = self
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            // A separate serial queue, so that waiting streams do not block other calls.
            DispatchQueue(label: "facialfun.client.preview").async {
                continuation.finish(throwing: client.follow(continuation))
            }
        }
    }

    /// Reads pictures until the stream ends; returns the error if it ended too early.
    private func follow(
        _ continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation
    ) -> (any Error)? {
        do {
            let connection = try HTTPConnection(
                to: endpoint, milliseconds: deadlineMilliseconds + 1000)
            let socket = connection.socket
            continuation.onTermination = { _ in socket.interrupt() }
            try connection.send(
                "GET", "/v1/camera/preview.mjpeg",
                headers: [("Deadline-Ms", "\(deadlineMilliseconds)")], body: [])
            let head = try connection.readHead()
            guard head.status == 200 else {
                throw refusal(head, try connection.readBody(of: head))
            }
            socket.limitWaits(milliseconds: Self.maxSilenceMilliseconds)
            var parts = MultipartImages()
            while let chunk = try connection.readChunk() {
                parts.append(chunk)
                while let picture = try parts.next() {
                    if case .terminated = continuation.yield(picture) { return nil }
                }
            }
            return nil
        } catch {
            return error
        }
    }
}

/// Extracts the pictures from a stream of parts (multipart/x-mixed-replace), each with its length.
struct MultipartImages {
    /// Maximum size of a picture in bytes.
    static let largest = 16 << 20

    private var bytes: [UInt8] = []
    /// Length of the part whose header was read.
    private var length: Int?

    /// Appends received bytes.
    mutating func append(_ part: [UInt8]) { bytes += part }

    /// The next picture; nil if it is incomplete.
    ///
    /// - Throws: `badAnswer` for a part without a length, or with an impossible one.
    mutating func next() throws(ScoringClientError) -> [UInt8]? {
        if length == nil {
            guard let end = headEnd() else { return nil }
            let head = String(decoding: bytes[..<end], as: UTF8.self)
            // The rest of the previous part, or the end of the stream.
            bytes.removeFirst(end)
            guard let told = Self.length(head), (1...Self.largest).contains(told) else {
                throw ScoringClientError(
                    .badAnswer, "A picture of the camera stream has no length: \(head.prefix(80))")
            }
            length = told
        }
        guard let wanted = length, bytes.count >= wanted else { return nil }
        defer {
            bytes.removeFirst(wanted)
            length = nil
        }
        return Array(bytes[..<wanted])
    }

    private func headEnd() -> Int? {
        let mark: [UInt8] = [13, 10, 13, 10]
        guard bytes.count >= 4 else { return nil }
        let start = (0...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual(mark) }
        return start.map { $0 + 4 }
    }

    private static func length(_ head: String) -> Int? {
        for line in head.split(whereSeparator: \.isNewline) {
            let parts = line.splitUTF8(separator: ":")
            guard parts.count == 2,
                parts[0].hasSameUTF8IgnoringASCIICase(as: "content-length")
            else { continue }
            return Int(Substring(parts[1].utf8.drop { $0 == 0x20 }))
        }
        return nil
    }
}
