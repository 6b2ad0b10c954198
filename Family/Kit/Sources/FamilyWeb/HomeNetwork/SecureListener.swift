public import HomeNetwork

/// How the game is served to the devices of the house: over TLS, and the page that tells how to trust
/// its certificate over plain HTTP.
public struct SecureListener: Sendable {
    /// The address to listen at; every IPv4 address of this machine.
    public var host = "0.0.0.0"
    /// The port of the game; 0 for one that is free.
    public var port: Int
    /// The port of the page that tells how to trust the house's own authority.
    public var trustPort: Int
    /// The certificate, and what this machine is called.
    public let keeper: CertificateKeeper
    /// Told once the game can be reached.
    public var listening: @Sendable (SecureListener) async -> Void = { _ in }

    /// Makes a listener.
    public init(keeper: CertificateKeeper, port: Int, trustPort: Int) {
        self.keeper = keeper
        self.port = port
        self.trustPort = trustPort
    }

    /// The house's own authority; nil where somebody else issues the certificate.
    public var authority: CertificateAuthority? {
        guard case .authority(let authority) = keeper.source else { return nil }
        return authority
    }

    /// Whether the certificate vouches for a name of a request.
    package func isKnown(by name: String) -> Bool { keeper.certificate.vouches(for: name) }

    /// The names and addresses under which devices reach the game, that of the way out first.
    public var hosts: [String] {
        let certificate = keeper.certificate
        let machine = keeper.names
        let own =
            machine.addresses.map(\.description).filter { certificate.vouches(for: $0) }
            + machine.names.filter { certificate.vouches(for: $0) && $0.contains(".") }
        let others = certificate.hosts.subtracting(own).subtracting(machine.names)
            .filter { !$0.hasPrefix("*") && $0 != "localhost" && !$0.hasPrefix("127.") }
        return authority == nil ? others.sorted() + own : own
    }

    /// Addresses of this machine that the certificate does not vouch for.
    public var unknownAddresses: [NetworkAddress] {
        let certificate = keeper.certificate
        return keeper.names.addresses.filter { !certificate.vouches(for: $0.description) }
    }

    /// The game's address under a name.
    public func gameAddress(_ host: String) -> String {
        "https://\(host)" + (port == 443 ? "/" : ":\(port)/")
    }

    /// The address of the page that tells how to trust the certificate.
    public func trustAddress(_ host: String) -> String {
        "http://\(host)" + (trustPort == 80 ? "/" : ":\(trustPort)/")
    }
}
