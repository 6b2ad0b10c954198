import FamilyText
import Foundation
package import HTTPTypes
package import Hummingbird
package import NIOCore

/// JSON in and out: one place for its limits, its dates and its refusals.
package enum WireJSON {
    /// Within how long a body must have come.
    package static let bodyTimeout = Duration.seconds(10)

    /// An answer with a value as its body.
    package static func response(
        _ value: some Encodable, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = try encoder.encode(value)
        return Response(
            status: status,
            headers: [
                .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The body of a request as a value.
    ///
    /// - Parameters:
    ///   - type: What it is to be.
    ///   - request: The request.
    ///   - context: Its context.
    ///   - limit: The most bytes; nil for those of a form.
    ///   - timeout: Within how long it must have come.
    /// - Returns: The value.
    /// - Throws: `not_json`, `too_large`, `too_slow`, or `malformed`, which names the member.
    package static func read<Value: Decodable>(
        _ type: Value.Type, from request: Request, context: FamilyContext, limit: Int? = nil,
        timeout: Duration = bodyTimeout
    ) async throws -> Value {
        let mediaType = request.headers[.contentType].flatMap { MediaType(from: $0) }
        guard let mediaType, mediaType.isType(.applicationJson) else {
            throw WireError(
                .unsupportedMediaType, "not_json", "The request's body must be application/json.")
        }
        let bytes = try await collect(
            request, context: context, limit: limit ?? context.maxUploadSize, timeout: timeout)
        // In UTF-16 or UTF-32 the marks would not be seen; both have zeros in every letter of JSON.
        guard !bytes.readableBytesView.contains(0) else {
            throw WireError(.badRequest, "malformed", "The body must be JSON in UTF-8.")
        }
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes.readableBytesView))
        } catch let error as DecodingError {
            throw WireError(.badRequest, "malformed", describe(error))
        }
    }

    /// Reads a body that has nothing to say: an object whose members nobody looks at.
    ///
    /// That it must be JSON keeps out what a form of another site could send.
    ///
    /// - Throws: As ``read(_:from:context:)``.
    package static func readNothing(from request: Request, context: FamilyContext) async throws {
        _ = try await read([String: Ignored].self, from: request, context: context)
    }

    private struct Ignored: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// How much of a body that is too long is read and thrown away, in bytes, so that whoever sent it
    /// hears why; one without end is cut off there.
    package static let mostDiscarded = 16_000_000

    /// A request's body, of so many bytes at most; long runs of combining marks in its text are cut to
    /// one more than ``CombiningMarks/longestRun``.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Who is charged for the memory.
    ///   - limit: The most bytes.
    ///   - timeout: How long the body may take.
    ///   - most: How many bytes beyond the limit are read and dropped before the connection ends.
    /// - Returns: The body.
    /// - Throws: `too_large`, `too_slow`, `malformed`; `too_many` or `busy` where bodies take all the
    ///   memory that they may.
    package static func collect(
        _ request: Request, context: FamilyContext, limit: Int, timeout: Duration = bodyTimeout,
        discarding most: Int = mostDiscarded
    ) async throws -> ByteBuffer {
        let bytes = try await collectBytes(
            request, context: context, limit: limit, timeout: timeout, discarding: most)
        let mediaType = request.headers[.contentType].flatMap { MediaType(from: $0) }
        let escaping: CombiningMarks.Escaping? =
            switch mediaType {
            case let type? where type.isType(.applicationJson): .json
            case let type? where type.isType(.applicationUrlEncoded): .percent
            default: nil
            }
        guard let escaping,
            CombiningMarks.exceedLimit(in: bytes.readableBytesView, escaping: escaping)
        else { return bytes }
        // Short enough to be compared, and too long to be accepted: a form can name its field.
        return ByteBuffer(
            bytes: CombiningMarks.shortened(bytes.readableBytesView, escaping: escaping))
    }

    private static func collectBytes(
        _ request: Request, context: FamilyContext, limit: Int, timeout: Duration,
        discarding most: Int
    ) async throws -> ByteBuffer {
        try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
            group.addTask {
                do {
                    return try await body(
                        of: request, context: context, limit: limit, discarding: most)
                } catch let error as WireError {
                    throw error
                } catch is CancellationError {
                    throw CancellationError()
                } catch {
                    // No chunks, or a connection that broke.
                    throw WireError(
                        .badRequest, "malformed", "The request's body broke off or is no HTTP.")
                }
            }
            group.addTask {
                try await Task.sleep(for: timeout)
                throw WireError(
                    .requestTimeout, "too_slow", "The request's body did not come in time.")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    private static func body(
        of request: Request, context: FamilyContext, limit: Int, discarding most: Int
    ) async throws -> ByteBuffer {
        var body = ByteBuffer()
        var discarded = 0
        for try await part in request.body {
            if discarded == 0, body.readableBytes + part.readableBytes <= limit {
                try context.bodies?.charge(part.readableBytes, to: context)
                body.writeImmutableBuffer(part)
                continue
            }
            discarded += part.readableBytes
            guard discarded <= most else {
                context.readNoMore()
                break
            }
        }
        guard discarded == 0 else {
            throw WireError(
                .contentTooLarge, "too_large",
                "That is more than fits. Please write less (at most \(limit) bytes).")
        }
        return body
    }

    /// Names the member that is missing or of the wrong type, and nothing of its value.
    private static func describe(_ error: DecodingError) -> String {
        func path(_ context: DecodingError.Context) -> String {
            let names = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return names.isEmpty ? "the body" : "'\(names.joined(separator: "."))'"
        }
        return switch error {
        case .keyNotFound(let key, _): "The member '\(key.stringValue)' is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "The value of \(path(context)) is of another type than wanted."
        case .dataCorrupted(let context): "The value of \(path(context)) cannot be read."
        @unknown default: "The body cannot be read."
        }
    }
}
