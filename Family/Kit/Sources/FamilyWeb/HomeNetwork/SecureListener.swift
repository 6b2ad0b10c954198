public import HomeNetwork

/// Serves the game to the home network over TLS.
///
/// A second, plain HTTP listener serves the page that explains how to trust the certificate.
public struct SecureListener: Sendable {
    /// The address to listen on.
    ///
    /// The default is every IPv4 address of this machine.
    public var host = "0.0.0.0"
    /// The port of the game; 0 for any free port.
    public var port: Int
    /// The port of the page about trusting the home's certificate authority.
    public var trustPort: Int
    /// The certificate, and the names of this machine.
    public let keeper: CertificateKeeper
    /// Called once the game is reachable.
    public var listening: @Sendable (SecureListener) async -> Void = { _ in }

    /// Makes a listener.
    public init(keeper: CertificateKeeper, port: Int, trustPort: Int) {
        self.keeper = keeper
        self.port = port
        self.trustPort = trustPort
    }

    /// The home's own certificate authority; nil if another authority issued the certificate.
    public var authority: CertificateAuthority? {
        guard case .authority(let authority) = keeper.source else { return nil }
        return authority
    }

    /// Whether the certificate covers the host name of a request.
    package func isKnown(by name: String) -> Bool { keeper.certificate.vouches(for: name) }

    /// Host names and addresses under which devices reach the game.
    ///
    /// The address of the default route comes first.
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

    /// Addresses of this machine that the certificate does not cover.
    public var unknownAddresses: [NetworkAddress] {
        let certificate = keeper.certificate
        return keeper.names.addresses.filter { !certificate.vouches(for: $0.description) }
    }

    /// The game's URL for a host name.
    public func gameAddress(_ host: String) -> String {
        "https://\(host)" + (port == 443 ? "/" : ":\(port)/")
    }

    /// The URL of the page about trusting the certificate.
    public func trustAddress(_ host: String) -> String {
        "http://\(host)" + (trustPort == 80 ? "/" : ":\(trustPort)/")
    }
}
