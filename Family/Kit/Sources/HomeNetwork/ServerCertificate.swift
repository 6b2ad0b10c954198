import Crypto
public import Foundation
public import NIOSSL
import SwiftASN1
import X509

/// What the server shows to devices: a certificate with its chain, and the key to it.
public struct ServerCertificate: Sendable {
    /// How long one of the house's own authority is valid, in seconds.
    public static let lifetime = 180 * 86_400.0
    /// One of the house's own authority is renewed when so little of it is left, in seconds.
    public static let reserve = 60 * 86_400.0

    /// The certificate, and those between it and what devices trust.
    public let chain: [NIOSSLCertificate]
    /// The key to the first of them.
    public let key: NIOSSLPrivateKey
    /// Names and addresses that it vouches for, in lower case; one may begin with `*.`.
    public let hosts: Set<String>
    /// When it expires.
    public let notAfter: Date

    /// Whether a name is among ``hosts``.
    public func vouches(for name: String) -> Bool {
        if hosts.contains(name) { return true }
        guard let dot = name.firstIndex(of: ".") else { return false }
        return hosts.contains("*" + name[dot...])
    }

    // MARK: - By the house's own authority

    /// Has the authority issue one, with a key of its own that is nowhere written down.
    ///
    /// Names and addresses that the authority may not vouch for are left out.
    ///
    /// - Throws: `badCertificate`.
    public init(
        issuedBy authority: CertificateAuthority, for machine: MachineNames, now: Date = Date()
    ) throws(HomeNetworkError) {
        let names = machine.names.filter { authority.permits($0) }
        let addresses = machine.addresses.filter { authority.permits($0) }
        let own = P256.Signing.PrivateKey()
        let publicKey = Certificate.PrivateKey(own).publicKey
        let alternatives: [GeneralName] =
            (names + ["localhost"]).filter { authority.permits($0) }.map { .dnsName($0) }
            + addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) }
            + [.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))]
        do {
            let end = min(now.addingTimeInterval(Self.lifetime), authority.notAfter)
            let certificate = try Certificate(
                version: .v3, serialNumber: CertificateAuthority.serialNumber(),
                publicKey: publicKey,
                notValidBefore: max(
                    now.addingTimeInterval(-86_400), authority.certificate.notValidBefore),
                notValidAfter: end,
                issuer: authority.certificate.subject,
                subject: try DistinguishedName { CommonName("P.E.T.") },
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: try Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    Critical(KeyUsage(digitalSignature: true))
                    try ExtendedKeyUsage([.serverAuth])
                    SubjectAlternativeNames(alternatives)
                    SubjectKeyIdentifier(hash: publicKey)
                    AuthorityKeyIdentifier(
                        keyIdentifier: SubjectKeyIdentifier(hash: authority.key.publicKey)
                            .keyIdentifier)
                }, issuerPrivateKey: authority.key)
            chain = [
                try NIOSSLCertificate(
                    bytes: CertificateAuthority.bytes(of: certificate), format: .der)
            ]
            key = try NIOSSLPrivateKey(bytes: Array(own.derRepresentation), format: .der)
            notAfter = end
        } catch {
            throw HomeNetworkError(
                .badCertificate, "The server's certificate cannot be made: \(error).", cause: error)
        }
        hosts = Set(names).union(addresses.map(\.description))
    }

    // MARK: - Of files

    /// Reads a certificate that somebody else has issued, and its key.
    ///
    /// - Parameters:
    ///   - file: PEM: the server's certificate first, then those between it and a root.
    ///   - keyFile: PEM: the key, without a password, not readable by everybody.
    ///   - now: The time.
    /// - Throws: `cannotRead`, `badCertificate`, `badKey`, `keyIsPublic`, `mismatch`, `expired`,
    ///   `notYetValid`.
    public init(file: URL, keyFile: URL, now: Date = Date()) throws(HomeNetworkError) {
        let text = try PrivateFile.read(file, what: "certificate")
        try PrivateFile.requirePrivate(
            keyFile, forbidden: 0o007, remedy: "Run `chmod 600 \(keyFile.path)`.")
        let keyText = try PrivateFile.read(keyFile, what: "private key")
        let certificates: [Certificate]
        do {
            certificates = try PEMDocument.parseMultiple(pemString: text)
                .filter { $0.discriminator == "CERTIFICATE" }
                .map { try Certificate(pemDocument: $0) }
        } catch {
            throw HomeNetworkError(
                .badCertificate,
                "\(file.path) holds a certificate that cannot be read: \(error). PEM is wanted.",
                cause: error)
        }
        guard let certificate = certificates.first else {
            throw HomeNetworkError(
                .badCertificate,
                "\(file.path) holds no certificate. A text that begins with "
                    + "-----BEGIN CERTIFICATE----- is wanted.")
        }
        let key: Certificate.PrivateKey
        do {
            key = try Self.key(keyText)
        } catch {
            let isLocked = keyText.contains("ENCRYPTED")
            throw HomeNetworkError(
                .badKey,
                isLocked
                    ? "The private key \(keyFile.path) is locked by a password. Unlock it: "
                        + "`openssl pkey -in \(keyFile.path) -out unlocked.pem`."
                    : "\(keyFile.path) holds no private key that can be read. PEM is wanted.",
                cause: error)
        }
        guard key.publicKey == certificate.publicKey else {
            throw HomeNetworkError(
                .mismatch,
                "The private key \(keyFile.path) does not belong to the first certificate of "
                    + "\(file.path). The server's own certificate must come first there.")
        }
        let (begin, end) = (certificate.notValidBefore, certificate.notValidAfter)
        guard now < end else {
            throw HomeNetworkError(
                .expired,
                "The certificate \(file.path) expired at \(end.ISO8601Format()). Renew it.")
        }
        guard now >= begin else {
            throw HomeNetworkError(
                .notYetValid,
                "The certificate \(file.path) is valid only from \(begin.ISO8601Format()). Is this "
                    + "machine's clock right?")
        }
        hosts = try Self.hosts(of: certificate, file)
        notAfter = end
        do {
            chain = try NIOSSLCertificate.fromPEMBytes(Array(text.utf8))
            self.key = try NIOSSLPrivateKey(bytes: Array(keyText.utf8), format: .pem)
        } catch {
            throw HomeNetworkError(
                .badCertificate, "\(file.path) and \(keyFile.path) cannot be used: \(error).",
                cause: error)
        }
    }

    /// The key of a file, which may begin with the parameters of its curve.
    private static func key(_ text: String) throws -> Certificate.PrivateKey {
        let documents = try PEMDocument.parseMultiple(pemString: text)
        guard let document = documents.first(where: { $0.discriminator.hasSuffix("PRIVATE KEY") })
        else { return try Certificate.PrivateKey(pemEncoded: text) }
        return try Certificate.PrivateKey(pemDocument: document)
    }

    private static func hosts(
        of certificate: Certificate, _ file: URL
    ) throws(HomeNetworkError) -> Set<String> {
        let alternatives: SubjectAlternativeNames?
        do {
            alternatives = try certificate.extensions.subjectAlternativeNames
        } catch {
            throw HomeNetworkError(
                .badCertificate, "The names in \(file.path) cannot be read: \(error).",
                cause: error)
        }
        var hosts: Set<String> = []
        for name in alternatives.map(Array.init) ?? [] {
            switch name {
            case .dnsName(let name): hosts.insert(name.lowercased())
            case .ipAddress(let bytes):
                if let address = NetworkAddress(bytes: Array(bytes.bytes)) {
                    hosts.insert(address.description)
                }
            default: break
            }
        }
        guard !hosts.isEmpty else {
            throw HomeNetworkError(
                .badCertificate,
                "\(file.path) names no host (subject alternative name): no browser takes it. Issue it "
                    + "anew with this machine's names.")
        }
        return hosts
    }
}
