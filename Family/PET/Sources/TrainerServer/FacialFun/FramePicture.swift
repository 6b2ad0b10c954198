import FamilyWeb
import HTTPTypes
import Hummingbird
import NIOCore

/// The picture in a request's body: read, looked at, and handed on; never written down.
enum FramePicture {
    /// The most bytes; a JPEG of 640×480 has 30,000 to 80,000.
    static let mostBytes = 300_000

    /// Reads the body.
    ///
    /// - Throws: `not_a_picture`, `too_large`, `too_slow`.
    static func read(_ request: Request) async throws -> [UInt8] {
        guard request.headers[.contentType] == "image/jpeg" else {
            throw WireError(
                .unsupportedMediaType, "not_a_picture", "The request's body must be image/jpeg.")
        }
        // Told beforehand: nothing of it is read.
        if let told = request.headers[.contentLength].flatMap({ Int($0) }), told > mostBytes {
            throw tooLarge
        }
        let bytes = try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
            group.addTask {
                do {
                    return try await request.body.collect(upTo: mostBytes)
                } catch is NIOTooManyBytesError {
                    throw tooLarge
                }
            }
            group.addTask {
                try await Task.sleep(for: .seconds(5))
                throw WireError(.requestTimeout, "too_slow", "The picture did not come in time.")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
        let picture = Array(bytes.readableBytesView)
        guard picture.count > 3, picture[0] == 0xFF, picture[1] == 0xD8, picture[2] == 0xFF else {
            throw WireError(.unprocessableContent, "not_a_picture", "The body is no JPEG picture.")
        }
        return picture
    }

    private static let tooLarge = WireError(
        .contentTooLarge, "too_large", "A picture may have at most \(mostBytes) bytes.")
}
