import Crypto
public import Foundation
import SwiftASN1
import X509

/// The home's own certificate authority: created once, kept in the data folder, and trusted
/// manually on each device.
///
/// Name constraints (RFC 5280, 4.2.1.10) limit it to home networks and to the names and addresses
/// that the machine had when it was created. A stolen key cannot impersonate a bank.
public struct CertificateAuthority: Sendable {
    /// Validity in seconds: ten years, because after a renewal every device must be set up again.
    public static let lifetime = 10 * 365.25 * 86_400
    /// Remaining validity, in seconds, below which a new authority is created.
    static let reserve = 200 * 86_400.0
    /// Domains of home networks that are permitted in addition to the machine's own name.
    static let domains = [
        "local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box",
    ]

    let certificate: Certificate
    let key: Certificate.PrivateKey
    /// Permitted names, with all of their subdomains.
    let permitted: [String]
    /// Permitted addresses.
    let ranges: [AddressRange]
    /// The certificate in DER, for devices to trust.
    public let bytes: [UInt8]
    /// Whether it was just created, so that no device trusts it yet.
    public let isNew: Bool
    /// The end of its validity.
    public var notAfter: Date { certificate.notValidAfter }
    /// The name that devices display.
    public let name: String

    /// SHA-256 of the certificate as devices display it: 32 pairs of hexadecimal digits.
    public var fingerprint: String {
        SHA256.hash(data: bytes).map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0\(text)" : text
        }.joined(separator: " ")
    }

    /// Reads the authority from a folder, or creates one if there is none or it expires soon.
    ///
    /// - Parameters:
    ///   - folder: The folder of `authority.pem` and `authority-key.pem` (mode 0600); created if
    ///     missing.
    ///   - machine: The machine's names. The authority is named after the first.
    ///   - now: The current time.
    /// - Throws: `cannotRead`, `cannotWrite`, `badCertificate`, `badKey`, `keyIsPublic`,
    ///   `mismatch`.
    public init(folder: URL, machine: MachineNames, now: Date = Date()) throws(HomeNetworkError) {
        let file = folder.appending(path: "authority.pem")
        let keyFile = folder.appending(path: "authority-key.pem")
        let places = [file, keyFile].map { FileManager.default.fileExists(atPath: $0.path) }
        if places == [true, true] {
            let known = try Self(file: file, keyFile: keyFile)
            if known.notAfter > now.addingTimeInterval(Self.reserve) {
                self = known
                return
            }
        } else if places.contains(true) {
            throw HomeNetworkError(
                .cannotRead,
                "One of authority.pem and authority-key.pem is missing in \(folder.path). "
                    + "Restore it from a backup, or delete the other. Then a new authority is "
                    + "created, which every device must be set up to trust.")
        }
        let made = try Self(machine: machine, now: now)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw HomeNetworkError(
                .cannotWrite, "Cannot create the folder \(folder.path): \(error).", cause: error)
        }
        try PrivateFile.write(try Self.pem { try made.key.serializeAsPEM() }, to: keyFile)
        try PrivateFile.write(try Self.pem { try made.certificate.serializeAsPEM() }, to: file)
        self = made
    }

    private init(file: URL, keyFile: URL) throws(HomeNetworkError) {
        let remedy =
            "Delete it and authority.pem next to it. Then a new authority is created, which every "
            + "device must be set up to trust."
        try PrivateFile.requirePrivate(keyFile, forbidden: 0o077, remedy: remedy)
        let text = try PrivateFile.read(file, what: "certificate")
        let keyText = try PrivateFile.read(keyFile, what: "private key")
        do {
            certificate = try Certificate(pemEncoded: text)
        } catch {
            throw HomeNetworkError(
                .badCertificate,
                "\(file.path) contains no certificate. Delete it and the key next to it.",
                cause: error)
        }
        do {
            key = try Certificate.PrivateKey(pemEncoded: keyText)
        } catch {
            throw HomeNetworkError(
                .badKey, "\(keyFile.path) contains no private key. \(remedy)", cause: error)
        }
        guard key.publicKey == certificate.publicKey else {
            throw HomeNetworkError(
                .mismatch, "\(keyFile.path) is not the key of \(file.path). \(remedy)")
        }
        bytes = try Self.bytes(of: certificate)
        let constraints = try? certificate.extensions.nameConstraints
        permitted = constraints.map { Array($0.permittedDNSDomains) } ?? []
        ranges =
            constraints?.permittedIPRanges.compactMap { AddressRange(bytes: Array($0.bytes)) } ?? []
        name = Self.commonName(of: certificate)
        isNew = false
    }

    /// Creates an authority.
    private init(machine: MachineNames, now: Date) throws(HomeNetworkError) {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let name = "P.E.T. of \(machine.names.first ?? "this house")"
        let permitted =
            Self.domains
            + machine.names.filter { name in
                !Self.domains.contains { name.hasSuffix(".\($0)") }
            }
        let own = machine.addresses.map { AddressRange($0) }
        let ranges = AddressRange.home + own.filter { !AddressRange.home.contains($0) }
        do {
            let subject = try DistinguishedName {
                CommonName(name)
                OrganizationName("Personal Emotion Trainer")
            }
            let octets = (ranges + AddressRange.home6).map {
                ASN1OctetString(contentBytes: ($0.address + $0.mask)[...])
            }
            certificate = try Certificate(
                version: .v3, serialNumber: Self.serialNumber(), publicKey: key.publicKey,
                notValidBefore: now.addingTimeInterval(-86_400),
                notValidAfter: now.addingTimeInterval(Self.lifetime), issuer: subject,
                subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
                extensions: try Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                    SubjectKeyIdentifier(hash: key.publicKey)
                    // Not critical, because devices without support for name constraints would
                    // otherwise reject the certificate.
                    NameConstraints(
                        permittedDNSDomains: NameConstraints.DNSNames(permitted),
                        permittedIPRanges: NameConstraints.IPRanges(octets))
                }, issuerPrivateKey: key)
        } catch {
            throw HomeNetworkError(
                .badCertificate, "Cannot create the certificate authority: \(error).", cause: error
            )
        }
        bytes = try Self.bytes(of: certificate)
        self.key = key
        self.permitted = permitted
        self.ranges = ranges
        self.name = name
        isNew = true
    }

    /// Whether it may issue certificates for a name.
    func permits(_ name: String) -> Bool {
        permitted.contains { name == $0 || name.hasSuffix(".\($0)") }
    }

    /// Whether it may issue certificates for an address.
    func permits(_ address: NetworkAddress) -> Bool {
        ranges.contains { address.lies(in: $0) }
    }

    /// 127 random bits: 16 bytes with the sign bit; RFC 5280 4.1.2.2 permits 20.
    static func serialNumber() -> Certificate.SerialNumber {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
        bytes[0] = bytes[0] & 0x7F | 0x40
        return Certificate.SerialNumber(bytes: bytes)
    }

    private static func commonName(of certificate: Certificate) -> String {
        for part in certificate.subject {
            for attribute in part where attribute.type == .RDNAttributeType.commonName {
                return attribute.value.description
            }
        }
        return "P.E.T."
    }

    static func bytes(of certificate: Certificate) throws(HomeNetworkError) -> [UInt8] {
        do {
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return serializer.serializedBytes
        } catch {
            throw HomeNetworkError(
                .badCertificate, "The certificate cannot be written: \(error).", cause: error)
        }
    }

    private static func pem(_ body: () throws -> PEMDocument) throws(HomeNetworkError) -> String {
        do {
            return try body().pemString + "\n"
        } catch {
            throw HomeNetworkError(
                .badCertificate, "The certificate cannot be written: \(error).", cause: error)
        }
    }
}
