import Foundation
import Logging
import NIOSSL
import Synchronization
import Testing

@testable import HomeNetwork

struct CertificateAuthorityTests {
    private let kitchen = MachineNames(
        names: ["kitchen", "kitchen.local"],
        addresses: [NetworkAddress("192.168.1.20"), NetworkAddress("203.0.113.9")].compactMap(
            \.self))

    @Test func `An authority is created once, with a key that only its owner can read`() throws {
        let folder = try TestFolder()
        let place = folder.url.appending(path: "lan")
        let first = try CertificateAuthority(folder: place, machine: kitchen)
        #expect(first.isNew && first.name == "P.E.T. of kitchen")
        #expect(try folder.mode("lan") == 0o700)
        #expect(try folder.mode("lan/authority-key.pem") == 0o600)
        let second = try CertificateAuthority(folder: place, machine: kitchen)
        #expect(!second.isNew && second.fingerprint == first.fingerprint)
        #expect(first.fingerprint.split(separator: " ").count == 32)
        #expect(second.permits("kitchen.local") && second.permits("kitchen"))
        #expect(!second.permits("bank.example") && !second.permits("evilkitchen"))
    }

    @Test func `A key that others can read or a damaged authority is rejected`() throws {
        let folder = try TestFolder()
        func code() -> HomeNetworkError.Code? {
            do {
                _ = try CertificateAuthority(folder: folder.url, machine: kitchen)
                return nil
            } catch { return error.code }
        }
        #expect(code() == nil)
        try folder.setMode(0o640, "authority-key.pem")
        #expect(code() == .keyIsPublic)
        try folder.setMode(0o600, "authority-key.pem")
        let key = folder.url.appending(path: "authority-key.pem")
        let whole = try Data(contentsOf: key)
        try Data("none".utf8).write(to: key)
        #expect(code() == .badKey)
        let other = try TestFolder()
        _ = try CertificateAuthority(folder: other.url, machine: kitchen)
        try Data(contentsOf: other.url.appending(path: "authority-key.pem")).write(to: key)
        #expect(code() == .mismatch)
        try FileManager.default.removeItem(at: key)
        #expect(code() == .cannotRead)
        try whole.write(to: key)
        try folder.setMode(0o600, "authority-key.pem")
        #expect(code() == nil)
        try Data("none".utf8).write(to: folder.url.appending(path: "authority.pem"))
        #expect(code() == .badCertificate)
    }

    @Test func `An authority that expires soon is replaced`() throws {
        let folder = try TestFolder()
        let first = try CertificateAuthority(folder: folder.url, machine: kitchen)
        let late = Date().addingTimeInterval(
            CertificateAuthority.lifetime - CertificateAuthority.reserve + 10)
        let second = try CertificateAuthority(folder: folder.url, machine: kitchen, now: late)
        #expect(second.isNew && second.fingerprint != first.fingerprint)
        #expect(try folder.mode("authority-key.pem") == 0o600)
    }

    @Test(.enabled(if: OpenSSL.isThere, "SKIPPED: there is no openssl"))
    func `OpenSSL accepts the authority's certificates only for the home's names`()
        throws
    {
        let folder = try TestFolder()
        let authority = try CertificateAuthority(folder: folder.url, machine: kitchen)
        let certificate = try ServerCertificate(issuedBy: authority, for: kitchen)
        #expect(
            certificate.hosts == ["kitchen", "kitchen.local", "192.168.1.20", "203.0.113.9"])
        let bytes = try certificate.chain[0].toDERBytes()
        try Data(bytes).write(to: folder.url.appending(path: "leaf.der"))
        try OpenSSL.run("x509 -inform der -in leaf.der -out leaf.pem", in: folder.url)
        func verify(_ what: String) throws -> Int32 {
            try OpenSSL.run(
                "verify -x509_strict -purpose sslserver -CAfile authority.pem \(what) leaf.pem",
                in: folder.url
            ).status
        }
        #expect(try verify("-verify_ip 192.168.1.20") == 0)
        #expect(try verify("-verify_ip 203.0.113.9") == 0)
        #expect(try verify("-verify_hostname kitchen.local") == 0)
        #expect(try verify("-verify_hostname bank.example") != 0)
        #expect(try verify("-verify_ip 192.168.1.21") != 0)
        // A stolen key cannot impersonate a bank: certificates for names outside the home are
        // rejected.
        try Data("subjectAltName=DNS:bank.example\nextendedKeyUsage=serverAuth\n".utf8)
            .write(to: folder.url.appending(path: "evil.ext"))
        try OpenSSL.run(
            "req -newkey rsa:2048 -nodes -keyout evil.key -out evil.csr -subj /CN=bank.example",
            in: folder.url)
        try OpenSSL.run(
            "x509 -req -in evil.csr -CA authority.pem -CAkey authority-key.pem -CAcreateserial "
                + "-days 30 -out leaf.pem -extfile evil.ext", in: folder.url)
        let refused = try OpenSSL.run("verify -CAfile authority.pem leaf.pem", in: folder.url)
        #expect(refused.status != 0 && refused.text.contains("permitted subtree violation"))
    }

    @Test func `A certificate is renewed only when names change or it is about to expire`()
        throws
    {
        let folder = try TestFolder()
        let authority = try CertificateAuthority(folder: folder.url, machine: kitchen)
        let world = Mutex((machine: kitchen, now: Date()))
        let keeper = try CertificateKeeper(
            .authority(authority), machine: { world.withLock { $0.machine } },
            clock: { world.withLock { $0.now } },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let first = try keeper.certificate.chain[0].toDERBytes()
        keeper.refresh()
        #expect(try keeper.certificate.chain[0].toDERBytes() == first)
        // Another router assigned another address.
        world.withLock {
            $0.machine.addresses = [NetworkAddress("10.0.0.7")].compactMap(\.self)
        }
        keeper.refresh()
        #expect(keeper.certificate.hosts == ["kitchen", "kitchen.local", "10.0.0.7"])
        let second = try keeper.certificate.chain[0].toDERBytes()
        world.withLock { $0.now += ServerCertificate.lifetime - ServerCertificate.reserve - 60 }
        keeper.refresh()
        #expect(try keeper.certificate.chain[0].toDERBytes() == second)
        world.withLock { $0.now += 120 }
        keeper.refresh()
        #expect(try keeper.certificate.chain[0].toDERBytes() != second)
        #expect(keeper.certificate.notAfter > world.withLock { $0.now + ServerCertificate.reserve })
        // Without a network there is no address, and the name stays.
        world.withLock { $0.machine.addresses = [] }
        keeper.refresh()
        #expect(keeper.certificate.hosts == ["kitchen", "kitchen.local"])
        // Names and addresses that the authority must not certify are left out.
        world.withLock {
            $0.machine.addresses = [NetworkAddress("198.51.100.4")].compactMap(\.self)
        }
        keeper.refresh()
        #expect(keeper.certificate.hosts == ["kitchen", "kitchen.local"])
    }

    @Test func `The machine's names are local, and addresses are parsed strictly`() {
        let names = MachineNames.current()
        #expect(names.names.allSatisfy { $0 == $0.lowercased() && !$0.isEmpty })
        #expect(!names.addresses.map(\.description).contains("127.0.0.1"))
        #expect(NetworkAddress("192.168.1.20")?.bytes == [192, 168, 1, 20])
        for text in ["", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.-4", "1.2.3.x", "+1.2.3.4"] {
            #expect(NetworkAddress(text) == nil)
        }
        #expect(MachineNames.isLabel("kitchen-2") && !MachineNames.isLabel("-a"))
        #expect(!MachineNames.isLabel("a_b") && !MachineNames.isLabel(""))
    }
}
