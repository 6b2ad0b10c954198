import HomeNetwork
import Hummingbird

/// The page that shows an adult how to connect an iPad: addresses, QR codes and the fingerprint to
/// compare.
package struct HomeNetworkPage: Sendable {
    private let pages: any SitePages
    private let content: any TextCatalog
    private let secure: SecureListener?

    /// Makes the page of a listener; nil if the server serves only this machine.
    package init(pages: any SitePages, content: any TextCatalog, secure: SecureListener?) {
        self.pages = pages
        self.content = content
        self.secure = secure
    }

    /// Registers the page.
    package func add(to group: RouteGroup) {
        group.get("lan") { request, context in
            try await pages.page(
                "lan", title: content.text("lan.title") ?? "lan", request: request,
                context: context, values: try values())
        }
    }

    private func values() throws -> [String: Any] {
        guard let secure, let host = secure.hosts.first else {
            return ["off": true, "noNetwork": secure != nil]
        }
        var values: [String: Any] = [
            "off": false,
            "game": try Self.code(secure.gameAddress(host)),
            "others": secure.hosts.dropFirst().map { secure.gameAddress($0) },
        ]
        if let authority = secure.authority {
            values["trust"] = try Self.code(secure.trustAddress(host))
            values["authority"] = authority.name
            values["fingerprint"] = authority.fingerprint
        }
        return values
    }

    /// An address and its QR code as a drawing.
    private static func code(_ address: String) throws -> [String: Any] {
        let code = try QRCode(address)
        return [
            "address": address, "path": code.path, "size": code.side + 2 * QRCode.margin,
        ]
    }
}
