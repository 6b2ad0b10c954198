package import FamilyWeb
package import Foundation
package import Hummingbird
import HTTPTypes
import NIOCore

/// Receives the body of a request as a stream, so that a large file takes no memory.
package enum MediaUpload {
    /// The most bytes of one file.
    package static let mostBytes = 100_000_000
    /// The most seconds that may pass between two parts of a body.
    static let silence = Duration.seconds(30)

    /// Writes the body of a request to a new file.
    ///
    /// - Returns: The number of bytes.
    /// - Throws: `too_large` (413), `empty` (422), `malformed` (400), `disk_full` (507); the file is
    ///   removed then.
    package static func receive(
        _ request: Request, context: FamilyContext, to file: URL, limit: Int = mostBytes
    ) async throws -> Int {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            context.readNoMore()
            throw tooLarge(limit)
        }
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw WireError(MediaError.system("Making \(file.path)", errno))
        }
        defer { close(descriptor) }
        do {
            var total = 0
            do {
                for try await part in request.body {
                    total += part.readableBytes
                    guard total <= limit else {
                        context.readNoMore()
                        throw tooLarge(limit)
                    }
                    try write(part, to: descriptor, of: file)
                }
            } catch let error as WireError {
                throw error
            } catch {
                throw WireError(
                    .badRequest, "malformed", "The upload broke off. Send the file again.")
            }
            guard total > 0 else {
                throw WireError(
                    .unprocessableContent, "empty", "The file is empty. Choose another one.")
            }
            return total
        } catch {
            unlink(file.path)
            throw error
        }
    }

    private static func write(_ part: ByteBuffer, to descriptor: Int32, of file: URL) throws {
        try part.withUnsafeReadableBytes { bytes in
            var rest = bytes
            while let base = rest.baseAddress, !rest.isEmpty {
                let count = Foundation.write(descriptor, base, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    throw WireError(MediaError.system("Writing \(file.path)", errno))
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }

    private static func tooLarge(_ limit: Int) -> WireError {
        WireError(
            .contentTooLarge, "too_large",
            "The file has more than \(limit / 1_000_000) MB. Choose a shorter or smaller one.")
    }
}

extension WireError {
    /// A media error as the browser gets it.
    package init(_ error: MediaError) {
        let status: HTTPResponse.Status =
            switch error.code {
            case "disk_full": .init(code: 507)
            case "quota_full", "too_many_jobs": .conflict
            case "storage_failed", "program_missing": .internalServerError
            default: .unprocessableContent
            }
        self.init(status, error.code, error.message)
    }
}
