import FaceJudge
import FamilyWeb
import HTTPTypes
import Hummingbird
import NIOCore

/// The service's own camera (`--camera`), for a browser on the same machine that has no camera.
///
/// Only signed-in users at this machine see its pictures.
struct ServiceCamera: Sendable {
    let judge: any FaceJudging

    private static let boundary = "pet-frame"

    /// Whether a request comes from this machine and the service has a camera.
    func isUsed(by context: TrainerContext) -> Bool {
        judge.hasCamera && ["127.0.0.1", "::1"].contains(context.peer)
    }

    /// Whether a request uses this camera and contains no picture.
    ///
    /// - Throws: `no_camera` if it may not use the camera or there is none.
    func isRequested(by request: Request, _ context: TrainerContext) throws(WireError) -> Bool {
        guard request.uri.queryParameters["camera"] == "service" else { return false }
        guard isUsed(by: context) else { throw .noCamera }
        return true
    }

    /// The next picture.
    ///
    /// - Throws: `no_picture` if none arrives.
    func picture() async throws -> [UInt8] {
        return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask { try? await judge.preview().first { _ in true } }
            group.addTask {
                // Canceled because the picture came first.
                try? await Task.sleep(for: .seconds(3))
                return nil
            }
            defer { group.cancelAll() }
            guard let picture = try await group.next() ?? nil else { throw WireError.noPicture }
            return picture
        }
    }

    /// A stream of pictures, until the client disconnects.
    @Sendable func preview(_ request: Request, _ context: TrainerContext) async throws -> Response {
        _ = try context.signedIn()
        guard isUsed(by: context) else { throw WireError.noCamera }
        let pictures = judge.preview()
        var iterator = pictures.makeAsyncIterator()
        // Waits for the first picture, because a response that has begun cannot report an error.
        guard let first = try? await iterator.next() else { throw WireError.noPicture }
        return Response(
            status: .ok,
            headers: [
                .contentType: "multipart/x-mixed-replace; boundary=\(Self.boundary)",
                .cacheControl: "no-store",
            ],
            body: ResponseBody { writer in
                var next: [UInt8]? = first
                var rest = pictures.makeAsyncIterator()
                while let picture = next {
                    try await writer.write(Self.part(picture))
                    // Unplugging a camera ends the stream; the browser requests another.
                    next = try? await rest.next()
                }
                try await writer.finish(nil)
            })
    }

    private static func part(_ picture: [UInt8]) -> ByteBuffer {
        var part = ByteBuffer(
            string: "--\(boundary)\r\nContent-Type: image/jpeg\r\n"
                + "Content-Length: \(picture.count)\r\n\r\n")
        part.writeBytes(picture)
        part.writeString("\r\n")
        return part
    }
}

extension WireError {
    /// The client cannot use the service's camera.
    static let noCamera = WireError(
        .notFound, "no_camera", "This device cannot use the game's camera.")
    /// The service's camera currently returns no pictures.
    static let noPicture = WireError(
        .serviceUnavailable, "no_picture", "The camera returns no pictures at the moment.")
}
