import Dispatch
import FoundationEssentials

/// A client of a running service (`facialfun serve`) that scores pictures.
///
/// A value without state: each call opens a connection, which on a Unix domain socket costs less
/// than a tenth of a millisecond, and any number of tasks may call at once. Calls wait on a
/// separate queue, not on the threads of the caller's tasks.
public struct ScoringClient: Sendable {
    /// The file formats that the service accepts.
    public enum PictureFormat: String, Sendable {
        /// JPEG, baseline or progressive.
        case jpeg = "image/jpeg"
        /// PNG.
        case png = "image/png"
    }

    /// Address of the service.
    public let endpoint: ServiceEndpoint
    /// Deadline for the service's response in milliseconds, 1…60,000.
    public var deadlineMilliseconds: Int

    private static let queue = DispatchQueue(label: "facialfun.client", attributes: .concurrent)

    /// Creates a client without connecting.
    public init(endpoint: ServiceEndpoint, deadlineMilliseconds: Int = 1000) {
        precondition(
            (1...60_000).contains(deadlineMilliseconds), "a deadline is 1 to 60,000 milliseconds")
        self.endpoint = endpoint
        self.deadlineMilliseconds = deadlineMilliseconds
    }

    /// Scores the faces of a picture.
    ///
    /// - Parameters:
    ///   - picture: The bytes of a JPEG or PNG file, at most 2,000,000.
    ///   - format: The format of the file.
    ///   - movements: Whether to measure the faces' movements, too.
    /// - Returns: The report; a picture without a face has an empty list of faces.
    /// - Throws: `refused` with the service's reason, `cannotConnect`, `noAnswer`, `badAnswer`.
    public func score(
        _ picture: [UInt8], format: PictureFormat = .jpeg, movements: Bool = false
    ) async throws -> ImageReport {
        try decode(
            try await exchange(
                "POST", "/v1/score" + Self.asking(movements), type: format.rawValue,
                body: picture))
    }

    /// The 600×600 rectangle of a face, as the bytes of a file.
    ///
    /// - Parameters:
    ///   - picture: The bytes of a JPEG or PNG file.
    ///   - format: The format of the file.
    ///   - face: The face's index in the report of ``score(_:format:movements:)``; 0 is the
    ///     largest.
    ///   - result: The format of the result.
    /// - Returns: The bytes.
    /// - Throws: Like ``score(_:format:movements:)``; `refused` with `no_face` if there is no such
    ///   face.
    public func rectangle(
        _ picture: [UInt8], format: PictureFormat = .jpeg, face: Int = 0,
        as result: PictureFormat = .png
    ) async throws -> [UInt8] {
        let name = result == .png ? "png" : "jpeg"
        return try await exchange(
            "POST", "/v1/rectangle?face=\(face)&format=\(name)", type: format.rawValue,
            body: picture)
    }

    /// The service's model.
    public func model() async throws -> ModelSummary {
        struct Answer: Decodable { let model: ModelSummary }
        let answer: Answer = try decode(try await exchange("GET", "/v1/model"))
        return answer.model
    }

    /// Gets the service's model and limits; blocks this thread.
    package func information() throws -> ServiceInformation {
        try decode(try blockingExchange("GET", "/v1/model", type: nil, body: []))
    }

    /// The service's emotions, in the order of its scores.
    public func emotions() async throws -> [Emotion] {
        struct Answer: Decodable { let emotions: [Emotion] }
        let answer: Answer = try decode(try await exchange("GET", "/v1/emotions"))
        return answer.emotions
    }

    /// Checks that the service runs, ready or not.
    ///
    /// - Throws: `cannotConnect` or `noAnswer` if it does not.
    public func checkHealth() async throws { _ = try await exchange("GET", "/healthz") }

    /// Whether the service is warmed up and accepts pictures.
    public func isReady() async throws -> Bool {
        do {
            _ = try await exchange("GET", "/readyz")
            return true
        } catch let error as ScoringClientError where error.problem?.code == "not_ready" {
            return false
        }
    }

    // MARK: - For the calls of other files

    /// The query that requests movements, or an empty one.
    static func asking(_ movements: Bool) -> String { movements ? "?movements=true" : "" }

    /// The body of the response to a request.
    func exchange(
        _ method: String, _ target: String, type: String? = nil, body: [UInt8] = []
    ) async throws -> [UInt8] {
        let client = self
        return try await withCheckedThrowingContinuation { continuation in
            Self.queue.async {
                continuation.resume(
                    with: Result {
                        try client.blockingExchange(method, target, type: type, body: body)
                    })
            }
        }
    }

    func decode<Value: Decodable>(_ bytes: [UInt8]) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes))
        } catch {
            throw ScoringClientError(
                .badAnswer,
                "Cannot parse the service's response; its version may differ (\(error)).")
        }
    }

    private func blockingExchange(
        _ method: String, _ target: String, type: String?, body: [UInt8]
    ) throws -> [UInt8] {
        // Waits a second longer than the deadline, which the service enforces, to receive its
        // response.
        let connection = try HTTPConnection(
            to: endpoint, milliseconds: deadlineMilliseconds + 1000)
        var headers = [("Deadline-Ms", "\(deadlineMilliseconds)")]
        if let type { headers.append(("Content-Type", type)) }
        try connection.send(method, target, headers: headers, body: body)
        let head = try connection.readHead()
        let answer = try connection.readBody(of: head)
        guard (200..<300).contains(head.status) else { throw refusal(head, answer) }
        return answer
    }

    /// Error of a rejected request.
    func refusal(_ head: HTTPConnection.Head, _ body: [UInt8]) -> ScoringClientError {
        do {
            let problem: ScoringClientError.Problem = try decode(body)
            return ScoringClientError(.refused, problem.detail, problem: problem)
        } catch {
            return ScoringClientError(
                .badAnswer, "The service responded with \(head.status) without a reason.")
        }
    }

    /// A name as part of a path or query, percent-encoded except for letters, digits and `-._~`.
    static func escaped(_ name: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return name.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                String(UnicodeScalar(byte))
            default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }.joined()
    }
}
