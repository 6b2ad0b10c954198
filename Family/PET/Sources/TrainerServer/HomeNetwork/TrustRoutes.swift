import FamilyWeb
import Foundation
import HTTPTypes
import HomeNetwork
import Hummingbird
import NIOCore

/// What a device gets before it trusts the game: how to, and the authority's certificate.
///
/// Plain HTTP, as nothing else would be shown without a warning: no cookie, no form, nothing of
/// anybody's. Whoever can change what passes here could give another certificate; so the page tells
/// to compare its fingerprint with the one that the game's own screen shows.
struct TrustRoutes: Sendable {
    let authority: CertificateAuthority
    let secure: SecureListener
    let pages: PageRenderer
    let folder: URL

    func add(to router: Router<TrainerContext>) {
        router.get("/") { request, _ in try page(request) }
        router.get("authority.crt") { _, _ in
            Response(
                status: .ok,
                headers: [
                    .contentType: "application/x-x509-ca-cert", .cacheControl: "no-store",
                    .contentDisposition: "attachment; filename=\"pet-authority.crt\"",
                ], body: .init(byteBuffer: ByteBuffer(bytes: authority.bytes)))
        }
        router.get("trust.css") { _, _ in
            let file = folder.appending(path: "styles/trust.css").path
            guard let data = FileManager.default.contents(atPath: file) else {
                throw WireError.notFound
            }
            return Response(
                status: .ok, headers: [.contentType: "text/css", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(bytes: data)))
        }
        router.get("healthz") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: "ok\n")))
        }
    }

    private func page(_ request: Request) throws -> Response {
        // The name by which the device came is the one that it can go on with.
        let host = HostMiddleware.name(of: request.head.authority ?? "")
        return try pages.page(
            "trust", title: "P.E.T.", path: "/", visitor: .nobody,
            values: [
                "authority": authority.name, "fingerprint": authority.fingerprint,
                "game": secure.gameAddress(host),
            ])
    }
}
