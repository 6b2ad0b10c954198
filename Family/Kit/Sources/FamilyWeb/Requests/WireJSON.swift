import FamilyText
import Foundation
package import HTTPTypes
package import Hummingbird
package import NIOCore

/// Reads and writes JSON bodies with one set of limits, date formats and errors.
package enum WireJSON {
    /// Maximum time for receiving a body.
    package static let bodyTimeout = Duration.seconds(10)

    /// A response with a value as its JSON body.
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

    /// Decodes the body of a request.
    ///
    /// - Parameters:
    ///   - type: The expected type.
    ///   - request: The request.
    ///   - context: Its context.
    ///   - limit: Maximum size in bytes; nil for that of a form.
    ///   - timeout: Maximum time for receiving the body.
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
        // `JSONDecoder` would not notice invalid UTF-8 in members that `Value` does not read.
        guard !CombiningMarks.mayBeHidden(in: bytes.readableBytesView),
            String(validating: bytes.readableBytesView, as: UTF8.self) != nil
        else {
            throw WireError(.badRequest, "malformed", "The body must be JSON in UTF-8.")
        }
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes.readableBytesView))
        } catch let error as DecodingError {
            throw WireError(.badRequest, "malformed", describe(error))
        }
    }

    /// Reads a JSON object and ignores its members.
    ///
    /// Forms of other sites cannot send JSON.
    ///
    /// - Throws: The errors of ``read(_:from:context:)``.
    package static func readNothing(from request: Request, context: FamilyContext) async throws {
        _ = try await read([String: Ignored].self, from: request, context: context)
    }

    private struct Ignored: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// Maximum number of bytes to discard of a body that is too large, so the sender can read the
    /// error.
    ///
    /// The connection closes after that.
    package static let mostDiscarded = 16_000_000

    /// Collects a request's body.
    ///
    /// Long runs of combining marks are cut to ``CombiningMarks/longestRun`` + 1.
    ///
    /// - Parameters: - request: The request. - context: The sender, who is charged for the memory.
    ///   - limit: Maximum size in bytes. - timeout: Maximum time for receiving the body. - most:
    ///   Bytes beyond the limit to read and discard before the connection ends.
    /// - Returns: The body.
    /// - Throws: `too_large`, `too_slow`, `malformed`; `too_many` or `busy` if bodies use all of
    ///   the permitted memory.
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
            CombiningMarks.isLimitExceeded(in: bytes.readableBytesView, escaping: escaping)
        else { return bytes }
        // The cut text is fast to compare and still too long, so that validation can name the
        // form's field.
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
                    // Invalid chunks, or a broken connection.
                    throw WireError(
                        .badRequest, "malformed", "The request's body is incomplete or invalid.")
                }
            }
            group.addTask {
                try await Task.sleep(for: timeout)
                throw WireError(
                    .requestTimeout, "too_slow", "The request's body did not arrive in time.")
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
                context.stopReading()
                break
            }
        }
        guard discarded == 0 else {
            throw WireError(
                .contentTooLarge, "too_large",
                "The request is too large: at most \(limit) bytes.")
        }
        return body
    }

    /// Names the missing or mistyped member without revealing its value.
    private static func describe(_ error: DecodingError) -> String {
        func path(_ context: DecodingError.Context) -> String {
            let names = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return names.isEmpty ? "the body" : "'\(names.joined(separator: "."))'"
        }
        return switch error {
        case .keyNotFound(let key, _): "The member '\(key.stringValue)' is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "The value of \(path(context)) has the wrong type."
        case .dataCorrupted(let context): "The value of \(path(context)) cannot be read."
        @unknown default: "The body cannot be read."
        }
    }
}
