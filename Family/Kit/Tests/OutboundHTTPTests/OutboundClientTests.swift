import Foundation
import NIOCore
import NIOSSL
import Testing

@testable import OutboundHTTP

/// Resolves every name to this machine, like a hostile name server.
private let loopbackResolver: OutboundClient.Resolver = { _, port in
    try SocketAddress(ipAddress: "127.0.0.1", port: port)
}

@Suite struct OutboundClientTests {
    private func client(_ hosts: Set<String> = ["calendar.test"]) -> OutboundClient {
        OutboundClient(operatorHosts: hosts, resolve: loopbackResolver)
    }

    private func request(_ server: HostileServer, _ path: String) throws -> OutboundRequest {
        var request = OutboundRequest(
            url: try OutboundURL("http://calendar.test:\(server.port)\(path)"))
        request.limits.bytes = 1_000_000
        request.limits.time = .seconds(20)
        return request
    }

    private func code(
        _ client: OutboundClient, _ request: OutboundRequest
    ) async -> OutboundError.Code? {
        do {
            _ = try await client.send(request)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func responsesAreReadAndDecompressed() async throws {
        let server = try HostileServer.shared()
        let plain = try await client().send(try request(server, "/ok.ics"))
        #expect(plain.status == 200)
        #expect(plain.header("ETag") == "\"1\"")
        let zipped = try await client().send(try request(server, "/zipped.ics"))
        #expect(String(decoding: zipped.body, as: UTF8.self).hasPrefix("BEGIN:VCALENDAR"))
        let redirected = try await client().send(try request(server, "/to-ok"))
        #expect(redirected.url.path == "/ok.ics")
        #expect(redirected.status == 200)
    }

    @Test(arguments: [
        ("/bomb", OutboundError.Code.tooLarge), ("/endless", .tooLarge),
        ("/announces-100-MB", .tooLarge), ("/circle", .tooManyRedirects),
        ("/to-other-host", .otherHost), ("/to-loopback", .otherHost), ("/to-file", .badAddress),
        ("/breaks-off", .connectionFailed), ("/not-http", .connectionFailed),
    ])
    func misbehaviorOfAServerIsReported(path: String, expected: OutboundError.Code) async throws {
        let server = try HostileServer.shared()
        #expect(await code(client(), try request(server, path)) == expected)
    }

    @Test func headRequestForALargeFileIsAnswered() async throws {
        let server = try HostileServer.shared()
        var head = try request(server, "/song.mp3")
        head.method = "HEAD"
        let response = try await client().send(head)
        #expect(response.status == 200)
        #expect(response.header("Content-Length") == "100000000")
        #expect(response.body.isEmpty)
    }

    @Test(arguments: ["/drips", "/silent"])
    func slowAnswerEndsAtTheTimeLimit(path: String) async throws {
        let server = try HostileServer.shared()
        var request = try request(server, path)
        request.limits.time = .milliseconds(400)
        #expect(await code(client(), request) == .timedOut)
    }

    @Test func hostThatResolvesToLoopbackIsRejected() async throws {
        let server = try HostileServer.shared()
        var request = try request(server, "/ok.ics")
        request.url = try OutboundURL("https://calendar.test:\(server.port)/ok.ics")
        #expect(await code(client([]), request) == .hostRefused)
        #expect(await code(client(["other.test"]), request) == .hostRefused)
    }

    @Test func redirectToAPrivateHostIsRejectedEvenIfTheFamilyEnteredIt() async throws {
        let server = try HostileServer.shared()
        var request = try request(server, "/to-loopback")
        request.hosts.insert("127.0.0.1")
        // The operator's permission covers only the first host.
        #expect(await code(client(), request) == .insecure)
    }

    @Test func plainHTTPNeedsTheOperatorsPermission() async throws {
        let server = try HostileServer.shared()
        #expect(await code(client([]), try request(server, "/ok.ics")) == .insecure)
        #expect(
            await code(client(["calendar.test:\(server.port)"]), try request(server, "/ok.ics"))
                == nil)
    }

    @Test func unknownHostAndRefusedConnectionAreReported() async throws {
        let failing = OutboundClient(
            operatorHosts: ["calendar.test"], resolve: { _, _ in throw CancellationError() })
        let url = try OutboundURL("http://calendar.test:9/")
        #expect(await code(failing, OutboundRequest(url: url)) == .hostUnknown)
        #expect(await code(client(), OutboundRequest(url: url)) == .connectionFailed)
    }

    @Test func credentialsAreSentInOneHeader() async throws {
        let server = try HostileServer.shared()
        var request = try request(server, "/secret")
        request.credentials = OutboundCredentials(username: "ada", password: "a\r\nX-Evil: 1")
        let response = try await client().send(request)
        #expect(String(decoding: response.body, as: UTF8.self) == "Basic YWRhOmENClgtRXZpbDogMQ==")
    }

    @Test func certificateMustBeTrustedValidAndForTheHost() async throws {
        let certificates = try TestCertificates()
        let good = try certificates.selfSigned(for: "calendar.test")
        let other = try certificates.selfSigned(for: "wrong.test")
        let server = try HostileServer(certificate: good.certificate, key: good.key)
        let url = try OutboundURL("https://calendar.test:\(server.port)/ok.ics")
        #expect(await code(client(), OutboundRequest(url: url)) == .certificate)
        let trusting = OutboundClient(
            operatorHosts: ["calendar.test"],
            trustRoots: try NIOSSLCertificate.fromPEMFile(good.certificate.path)
                + NIOSSLCertificate.fromPEMFile(other.certificate.path),
            resolve: loopbackResolver)
        #expect(await code(trusting, OutboundRequest(url: url)) == nil)
        let wrong = try HostileServer(certificate: other.certificate, key: other.key)
        let wrongURL = try OutboundURL("https://calendar.test:\(wrong.port)/ok.ics")
        #expect(await code(trusting, OutboundRequest(url: wrongURL)) == .certificate)
    }
}

@Suite struct OutboundAddressTests {
    @Test(arguments: [
        "127.0.0.1", "127.8.9.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255",
        "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "239.255.255.250",
        "255.255.255.255", "198.18.0.1", "192.0.2.1", "::1", "::", "::ffff:8.8.8.8",
        "::ffff:127.0.0.1", "::8.8.8.8", "fe80::1", "fec0::1", "fc00::1", "fd12::1", "ff02::1",
        "2002:7f00:1::1", "2001:0:1::1", "2001:db8::1", "64:ff9b::7f00:1", "100::1",
    ])
    func specialRangesAreNotPublic(address: String) throws {
        #expect(!OutboundAddress.isPublic(try SocketAddress(ipAddress: address, port: 443)))
    }

    @Test(arguments: [
        "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.128.0.1", "2a00:1450::1", "2001:4860::8888",
        "64:ff9b::808:808",
    ])
    func ordinaryAddressesArePublic(address: String) throws {
        #expect(OutboundAddress.isPublic(try SocketAddress(ipAddress: address, port: 443)))
    }

    /// Forms of 127.0.0.1 that the system's resolver accepts.
    @Test(arguments: ["2130706433", "0x7f000001", "127.1", "017700000001", "localhost"])
    func otherFormsOfLoopbackAreRejected(host: String) async throws {
        let request = OutboundRequest(url: try OutboundURL("https://\(host)/"))
        await #expect(throws: OutboundError.self) {
            try await OutboundClient().send(request)
        }
    }
}

@Suite struct OutboundURLTests {
    @Test(arguments: [
        ("example.org", "https://example.org/"),
        ("webcal://Example.ORG/a.ics", "https://example.org/a.ics"),
        ("https://example.org:443/a?b=c#d", "https://example.org/a?b=c"),
        ("https://example.org.:8443/ä", "https://example.org:8443/%C3%A4"),
    ])
    func addressesBecomeCanonical(text: String, expected: String) throws {
        #expect(try OutboundURL(text).description == expected)
    }

    @Test(arguments: [
        "", "javascript:alert(1)", "file:///etc/passwd", "https://ada:secret@example.org/",
        "https://exa mple.org/", "https://", "ftp://example.org/", "https://a%2Fb/",
        "https://example.org:99999/", "https://example.org\\@evil.test/", "gopher://x/",
    ])
    func otherAddressesAreRejected(text: String) {
        #expect(throws: OutboundError.self) { try OutboundURL(text) }
    }

    @Test func referencesAreResolved() throws {
        let base = try OutboundURL("https://example.org/dav/ada/")
        #expect(try base.resolving("/x/y.ics").description == "https://example.org/x/y.ics")
        #expect(try base.resolving("y.ics").description == "https://example.org/dav/ada/y.ics")
        #expect(try base.resolving("//evil.test/").host == "evil.test")
        #expect(try base.resolving("https://other.test/").host == "other.test")
    }
}
