import FamilyWeb
import HomeNetwork
import Hummingbird
import TrainerContent

/// The page that shows a grown-up at this machine how an iPad comes to the game: addresses, QR codes
/// and the fingerprint to compare.
struct HomeNetworkPage: Sendable {
    let pages: PageRenderer
    let visitors: Visitors
    let content: Content
    /// Nil where the game serves this machine alone.
    let secure: SecureListener?

    func add(to group: RouteGroup) {
        group.get("lan") { request, context in
            try pages.page(
                "lan", title: content.text("lan.title") ?? "lan", path: request.uri.path,
                visitor: try await visitors.visitor(context), values: try values())
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
