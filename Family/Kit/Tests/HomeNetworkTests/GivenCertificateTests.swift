import Foundation
import Logging
import NIOSSL
import Testing

@testable import HomeNetwork

/// Tests `--tls-certificate` and `--tls-key`: each fault has its own message.
@Suite(.enabled(if: OpenSSL.isThere, "SKIPPED: there is no openssl"))
struct GivenCertificateTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try Self.issue("good", in: folder.url)
    }

    /// Creates a self-signed certificate.
    private static func issue(
        _ name: String, in folder: URL,
        names: String = "-addext subjectAltName=DNS:pet.example,DNS:*.pet.example,IP:192.168.1.20",
        further: String = "-days 30"
    ) throws {
        let made = try OpenSSL.run(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout \(name).key "
                + "-out \(name).pem -subj /CN=pet \(names) \(further)", in: folder)
        try #require(made.status == 0, "\(made.text)")
    }

    private func read(
        _ certificate: String = "good.pem", _ key: String = "good.key", now: Date = Date()
    ) throws(HomeNetworkError) -> ServerCertificate {
        try ServerCertificate(
            file: folder.url.appending(path: certificate), keyFile: folder.url.appending(path: key),
            now: now)
    }

    private func problem(
        _ certificate: String = "good.pem", _ key: String = "good.key", now: Date = Date()
    ) -> HomeNetworkError? {
        do {
            _ = try read(certificate, key, now: now)
            return nil
        } catch { return error }
    }

    @Test func `A given certificate covers exactly the names in it`() throws {
        let certificate = try read()
        #expect(certificate.hosts == ["pet.example", "*.pet.example", "192.168.1.20"])
        #expect(certificate.vouches(for: "pet.example") && certificate.vouches(for: "192.168.1.20"))
        #expect(certificate.vouches(for: "ipad.pet.example"))
        #expect(
            !certificate.vouches(for: "a.b.pet.example") && !certificate.vouches(for: "example"))
    }

    @Test func `A key that everyone can read is rejected with a remedy`() throws {
        try folder.setMode(0o644, "good.key")
        let said = try #require(problem())
        #expect(said.code == .keyIsPublic && said.message.contains("chmod 600"))
        try folder.setMode(0o640, "good.key")
        #expect(problem() == nil)
    }

    @Test func `A key of another certificate is rejected`() throws {
        try Self.issue("other", in: folder.url)
        #expect(problem("good.pem", "other.key")?.code == .mismatch)
    }

    @Test func `Expired certificates and those not yet valid are reported with the time`() {
        let later = problem(now: Date().addingTimeInterval(40 * 86_400))
        #expect(later?.code == .expired && later?.message.contains("202") == true)
        let earlier = problem(now: Date().addingTimeInterval(-86_400))
        #expect(earlier?.code == .notYetValid && earlier?.message.contains("clock") == true)
    }

    @Test func `Errors name missing, empty, damaged and password-protected files`() throws {
        #expect(problem("none.pem")?.message.contains("none.pem") == true)
        #expect(problem("none.pem")?.code == .cannotRead)
        #expect(problem("good.pem", "none.key")?.code == .cannotRead)
        for (text, name) in [("", "empty.pem"), ("hello", "text.pem")] {
            try Data(text.utf8).write(to: folder.url.appending(path: name))
            #expect(problem(name)?.code == .badCertificate)
        }
        let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        try Data(broken.utf8).write(to: folder.url.appending(path: "broken.pem"))
        #expect(problem("broken.pem")?.code == .badCertificate)
        // Certificate and key are swapped.
        #expect(problem("good.key", "good.key")?.code == .badCertificate)
        try FileManager.default.copyItem(
            at: folder.url.appending(path: "good.pem"), to: folder.url.appending(path: "copy.pem"))
        try folder.setMode(0o600, "copy.pem")
        #expect(problem("good.pem", "copy.pem")?.code == .badKey)
        try OpenSSL.run(
            "pkey -in good.key -aes256 -passout pass:secret -out locked.key", in: folder.url)
        try folder.setMode(0o600, "locked.key")
        let locked = try #require(problem("good.pem", "locked.key"))
        #expect(locked.code == .badKey && locked.message.contains("password"))
    }

    @Test func `A certificate without host names is rejected`() throws {
        try Self.issue("nameless", in: folder.url, names: "")
        let said = try #require(problem("nameless.pem", "nameless.key"))
        #expect(said.code == .badCertificate && said.message.contains("names no host"))
    }

    @Test func `Replaced files are reloaded, and damaged ones are ignored`() throws {
        let keeper = try CertificateKeeper(
            .files(
                certificate: folder.url.appending(path: "good.pem"),
                key: folder.url.appending(path: "good.key")),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let first = try keeper.certificate.chain[0].toDERBytes()
        keeper.refresh()
        #expect(try keeper.certificate.chain[0].toDERBytes() == first)
        try Data("broken".utf8).write(to: folder.url.appending(path: "good.pem"))
        keeper.refresh()
        #expect(try keeper.certificate.chain[0].toDERBytes() == first)
        try Self.issue("good", in: folder.url)
        keeper.refresh()
        #expect(try keeper.certificate.chain[0].toDERBytes() != first)
    }
}
