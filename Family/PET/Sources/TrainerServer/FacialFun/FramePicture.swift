import FamilyWeb
import HTTPTypes
import Hummingbird
import NIOCore

/// The picture in a request's body: read, checked and forwarded; never stored on disk.
enum FramePicture {
    /// Maximum size in bytes; a JPEG of 640×480 pixels has 30,000 to 80,000.
    static let mostBytes = 300_000

    /// Reads the body.
    ///
    /// - Throws: `not_a_picture`, `too_large`, `too_slow`; `too_many` or `busy` if request bodies
    ///   use all their memory.
    static func read(_ request: Request, context: TrainerContext) async throws -> [UInt8] {
        guard request.headers[.contentType] == "image/jpeg" else {
            throw WireError(
                .unsupportedMediaType, "not_a_picture", "The request's body must be image/jpeg.")
        }
        // If the declared length is too large, nothing is read.
        if let told = request.headers[.contentLength].flatMap({ Int($0) }), told > mostBytes {
            throw tooLarge
        }
        let bytes: ByteBuffer
        do {
            bytes = try await WireJSON.collect(
                request, context: context, limit: mostBytes, timeout: .seconds(5), discarding: 0)
        } catch let error as WireError where error.code == tooLarge.code {
            throw tooLarge
        }
        let picture = Array(bytes.readableBytesView)
        guard picture.count > 3, picture[0] == 0xFF, picture[1] == 0xD8, picture[2] == 0xFF else {
            throw WireError(
                .unprocessableContent, "not_a_picture", "The body is not a JPEG picture.")
        }
        return picture
    }

    private static let tooLarge = WireError(
        .contentTooLarge, "too_large", "A picture can have at most \(mostBytes) bytes.")
}
