package import FamilyWeb
package import Foundation
package import Hummingbird
import HTTPTypes
import NIOCore
import Synchronization

/// Streams the body of a request to a file, so large files take little memory.
package enum MediaUpload {
    /// Maximum size of one file, in bytes.
    package static let mostBytes = 100_000_000
    /// Maximum time between two parts of a body.
    static let silence = Duration.seconds(30)

    /// Writes the body of a request to a new file.
    ///
    /// - Returns: The number of bytes.
    /// - Throws: `too_large` (413), `empty` (422), `malformed` (400), `disk_full` (507). The file
    ///   is then removed.
    package static func receive(
        _ request: Request, context: FamilyContext, to file: URL, limit: Int = mostBytes
    ) async throws -> Int {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            context.stopReading()
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
                        context.stopReading()
                        throw tooLarge(limit)
                    }
                    try write(part, to: descriptor, of: file)
                }
            } catch let error as WireError {
                throw error
            } catch {
                throw WireError(
                    .badRequest, "malformed", "The upload was interrupted. Send the file again.")
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

/// Limits concurrent uploads, since each may fill 100 MB of the disk before it counts against a
/// quota.
package final class UploadSlots: Sendable {
    private let running = Mutex<[Int64: Int]>([:])
    private let perHousehold: Int
    private let total: Int

    package init(perHousehold: Int = 4, total: Int = 16) {
        self.perHousehold = perHousehold
        self.total = total
    }

    /// Runs an upload of a household.
    ///
    /// - Throws: `too_many_uploads` (429) at the household's limit, `busy` (503) at the server's.
    package func run<Value: Sendable>(
        of household: Int64, _ upload: () async throws -> Value
    ) async throws -> Value {
        try running.withLock { running in
            guard running[household, default: 0] < perHousehold else {
                throw WireError(
                    .tooManyRequests, "too_many_uploads",
                    "\(perHousehold) uploads of this family are running. Wait until one has ended.",
                    seconds: 5)
            }
            guard running.values.reduce(0, +) < total else {
                throw WireError(
                    .serviceUnavailable, "busy",
                    "Too many uploads are running. Try again in a minute.", seconds: 60)
            }
            running[household, default: 0] += 1
        }
        defer {
            running.withLock { running in
                let left = running[household, default: 1] - 1
                running[household] = left == 0 ? nil : left
            }
        }
        return try await upload()
    }
}

extension WireError {
    /// A media error as an HTTP error.
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
