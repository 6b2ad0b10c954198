import Crypto
public import Foundation
import SwiftASN1
import X509

/// The house's own certificate authority: made once, kept in the data folder, trusted on each device
/// by a grown-up's hand.
///
/// It can vouch for nothing but names and addresses of a home network and those that the machine had
/// when it was made (name constraints, RFC 5280 4.2.1.10), so that a key that is stolen opens no bank.
public struct CertificateAuthority: Sendable {
    /// How long it is valid, in seconds: ten years, as each device has to be told of a new one.
    public static let lifetime = 10 * 365.25 * 86_400
    /// A new one is made when so little of it is left, in seconds.
    static let reserve = 200 * 86_400.0
    /// Domains of home networks that it may vouch for, besides the machine's own name.
    static let domains = [
        "local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box",
    ]

    let certificate: Certificate
    let key: Certificate.PrivateKey
    /// Names that it may vouch for, and all below them.
    let permitted: [String]
    /// Addresses that it may vouch for.
    let ranges: [AddressRange]
    /// The certificate's bytes (DER), for devices that are to trust it.
    public let bytes: [UInt8]
    /// Whether it was made just now, so that no device knows it.
    public let isNew: Bool
    /// When it expires.
    public var notAfter: Date { certificate.notValidAfter }
    /// The name by which a device shows it.
    public let name: String

    /// SHA-256 of the certificate, as devices show it: 32 pairs of hexadecimal digits.
    public var fingerprint: String {
        SHA256.hash(data: bytes).map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0\(text)" : text
        }.joined(separator: " ")
    }

    /// Reads the authority of a folder, or makes one where there is none or it expires soon.
    ///
    /// - Parameters:
    ///   - folder: Where it lies: `authority.pem` and `authority-key.pem` (mode 0600); made where it
    ///     is missing.
    ///   - machine: What the machine is called; the authority is named after it.
    ///   - now: The time.
    /// - Throws: `cannotRead`, `cannotWrite`, `badCertificate`, `badKey`, `keyIsPublic`, `mismatch`.
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
                "Of the certificate authority in \(folder.path) one of authority.pem and "
                    + "authority-key.pem is missing. Bring it back from a backup, or delete the other: "
                    + "a new authority is made then, and each device has to trust it anew.")
        }
        let made = try Self(machine: machine, now: now)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw HomeNetworkError(
                .cannotWrite, "Cannot make the folder \(folder.path): \(error).", cause: error)
        }
        try PrivateFile.write(try Self.pem { try made.key.serializeAsPEM() }, to: keyFile)
        try PrivateFile.write(try Self.pem { try made.certificate.serializeAsPEM() }, to: file)
        self = made
    }

    private init(file: URL, keyFile: URL) throws(HomeNetworkError) {
        let remedy =
            "Delete it and authority.pem beside it: a new authority is made then, and each device "
            + "has to trust it anew."
        try PrivateFile.requirePrivate(keyFile, forbidden: 0o077, remedy: remedy)
        let text = try PrivateFile.read(file, what: "certificate")
        let keyText = try PrivateFile.read(keyFile, what: "private key")
        do {
            certificate = try Certificate(pemEncoded: text)
        } catch {
            throw HomeNetworkError(
                .badCertificate,
                "\(file.path) holds no certificate. Delete it and the key beside it.",
                cause: error)
        }
        do {
            key = try Certificate.PrivateKey(pemEncoded: keyText)
        } catch {
            throw HomeNetworkError(
                .badKey, "\(keyFile.path) holds no private key. \(remedy)", cause: error)
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

    /// Makes one.
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
                    // Not critical: a device that does not know them would refuse all.
                    NameConstraints(
                        permittedDNSDomains: NameConstraints.DNSNames(permitted),
                        permittedIPRanges: NameConstraints.IPRanges(octets))
                }, issuerPrivateKey: key)
        } catch {
            throw HomeNetworkError(
                .badCertificate, "The certificate authority cannot be made: \(error).", cause: error
            )
        }
        bytes = try Self.bytes(of: certificate)
        self.key = key
        self.permitted = permitted
        self.ranges = ranges
        self.name = name
        isNew = true
    }

    /// Whether it may vouch for a name.
    func permits(_ name: String) -> Bool {
        permitted.contains { name == $0 || name.hasSuffix(".\($0)") }
    }

    /// Whether it may vouch for an address.
    func permits(_ address: NetworkAddress) -> Bool {
        ranges.contains { address.lies(in: $0) }
    }

    /// 127 random bits: with its sign a number of 16 bytes, where 20 are the most (RFC 5280 4.1.2.2).
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
