import Crypto
public import Foundation
public import NIOSSL
import SwiftASN1
import X509

/// The server's certificate chain and its private key.
public struct ServerCertificate: Sendable {
    /// Validity of a certificate issued by the home's authority, in seconds.
    public static let lifetime = 180 * 86_400.0
    /// Remaining validity, in seconds, below which such a certificate is renewed.
    public static let reserve = 60 * 86_400.0

    /// The server's certificate, followed by the intermediate ones.
    public let chain: [NIOSSLCertificate]
    /// The private key of the first certificate.
    public let key: NIOSSLPrivateKey
    /// Covered names and addresses, in lower case.
    ///
    /// A name may begin with `*.`.
    public let hosts: Set<String>
    /// The end of its validity.
    public let notAfter: Date

    /// Whether ``hosts`` cover a name.
    public func vouches(for name: String) -> Bool {
        if hosts.contains(name) { return true }
        guard let dot = name.firstIndex(of: ".") else { return false }
        return hosts.contains("*" + name[dot...])
    }

    // MARK: - By the house's own authority

    /// Issues a certificate with a new key that exists only in memory.
    ///
    /// Leaves out names and addresses that the authority must not certify.
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
                .badCertificate, "Cannot create the server's certificate: \(error).", cause: error)
        }
        hosts = Set(names).union(addresses.map(\.description))
    }

    // MARK: - Of files

    /// Reads a certificate issued elsewhere, and its key.
    ///
    /// - Parameters:
    ///   - file: PEM with the server's certificate first, then the intermediate ones.
    ///   - keyFile: PEM with the key, without a password and not readable by everyone.
    ///   - now: The current time.
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
                "\(file.path) contains an invalid certificate: \(error). It must be PEM.",
                cause: error)
        }
        guard let certificate = certificates.first else {
            throw HomeNetworkError(
                .badCertificate,
                "\(file.path) contains no certificate. Expected a text that begins with "
                    + "-----BEGIN CERTIFICATE-----.")
        }
        let key: Certificate.PrivateKey
        do {
            key = try Self.key(keyText)
        } catch {
            let isLocked = keyText.contains("ENCRYPTED")
            throw HomeNetworkError(
                .badKey,
                isLocked
                    ? "The private key \(keyFile.path) is protected by a password. Remove the "
                        + "password: "
                        + "`openssl pkey -in \(keyFile.path) -out unlocked.pem`."
                    : "\(keyFile.path) contains no readable private key. It must be PEM.",
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

    /// Parses the private key in a file, which may begin with the parameters of its curve.
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
                "\(file.path) names no host (subject alternative name), so browsers reject it. "
                    + "Issue a new one with this machine's names.")
        }
        return hosts
    }
}
