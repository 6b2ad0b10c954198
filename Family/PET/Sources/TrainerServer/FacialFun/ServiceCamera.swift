import FaceJudge
import FamilyWeb
import HTTPTypes
import Hummingbird
import NIOCore

/// The service's own camera, for a browser of this machine that has none (`--camera`).
///
/// Nobody but who sits at this machine sees its pictures, and of those only who is signed in.
struct ServiceCamera: Sendable {
    let judge: any FaceJudging

    private static let boundary = "pet-frame"

    /// Whether a request comes from this machine, and there is a camera.
    func isUsed(by context: TrainerContext) -> Bool {
        judge.hasCamera && ["127.0.0.1", "::1"].contains(context.peer)
    }

    /// Whether a request means this camera and brings no picture.
    ///
    /// - Throws: `no_camera` where it means it and may not, or there is none.
    func isMeant(by request: Request, _ context: TrainerContext) throws(WireError) -> Bool {
        guard request.uri.queryParameters["camera"] == "service" else { return false }
        guard isUsed(by: context) else { throw .noCamera }
        return true
    }

    /// One picture, as it comes next.
    ///
    /// - Throws: `no_picture` where none comes.
    func picture() async throws -> [UInt8] {
        return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask { try? await judge.preview().first { _ in true } }
            group.addTask {
                // Cancelled where the picture came first.
                try? await Task.sleep(for: .seconds(3))
                return nil
            }
            defer { group.cancelAll() }
            guard let picture = try await group.next() ?? nil else { throw WireError.noPicture }
            return picture
        }
    }

    /// The live pictures, for as long as somebody looks.
    @Sendable func preview(_ request: Request, _ context: TrainerContext) async throws -> Response {
        _ = try context.signedIn()
        guard isUsed(by: context) else { throw WireError.noCamera }
        let pictures = judge.preview()
        var iterator = pictures.makeAsyncIterator()
        // The first one says whether there are any: an answer that has begun cannot say so.
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
                    // A camera that was unplugged ends the stream; the browser begins another.
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
    /// There is no camera of the service for this browser.
    static let noCamera = WireError(
        .notFound, "no_camera", "The game has no camera of its own for this device.")
    /// The service's camera gives no pictures at the moment.
    static let noPicture = WireError(
        .serviceUnavailable, "no_picture", "The camera gives no pictures at the moment.")
}
