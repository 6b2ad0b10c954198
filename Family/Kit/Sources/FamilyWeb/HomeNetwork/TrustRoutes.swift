import Foundation
import HTTPTypes
import HomeNetwork
import Hummingbird
import NIOCore

/// The pages a device needs before it trusts the game: instructions and the authority's
/// certificate.
///
/// Uses plain HTTP, because HTTPS would show a warning. The pages therefore have no cookies, forms
/// or personal data. An attacker on the network could replace the certificate, so the page asks to
/// compare its fingerprint with the one on the game's own screen.
struct TrustRoutes: Sendable {
    let authority: CertificateAuthority
    let secure: SecureListener
    let trust: FamilyServer.TrustPages

    func add(to router: Router<FamilyContext>) {
        router.get("/") { request, context in try await page(request, context) }
        router.get("authority.crt") { _, _ in
            Response(
                status: .ok,
                headers: [
                    .contentType: "application/x-x509-ca-cert", .cacheControl: "no-store",
                    .contentDisposition: "attachment; filename=\"\(trust.fileName)\"",
                ], body: .init(byteBuffer: ByteBuffer(bytes: authority.bytes)))
        }
        router.get("trust.css") { _, _ in
            let file = trust.folder.appending(path: "styles/trust.css").path
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

    private func page(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        // The device can continue with the host name it used.
        let host = HostMiddleware.name(of: request.head.authority ?? "")
        return try await trust.pages.page(
            "trust", title: trust.title, request: request, context: context,
            values: [
                "authority": authority.name, "fingerprint": authority.fingerprint,
                "game": secure.gameAddress(host),
            ])
    }
}
