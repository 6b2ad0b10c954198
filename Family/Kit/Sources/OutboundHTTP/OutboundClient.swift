import AsyncHTTPClient
internal import FamilyText
internal import Foundation
package import NIOCore
internal import NIOHTTP1
internal import NIOHTTPCompression
internal import NIOPosix
package import NIOSSL

/// A request to a server that a family entered.
package struct OutboundRequest: Sendable {
    package var method: String
    package var url: OutboundURL
    package var headers: [(name: String, value: String)] = []
    package var body: String?
    /// Hosts that may be contacted, including through redirects.
    package var hosts: Set<String>
    /// User name and password, sent only to these hosts.
    package var credentials: OutboundCredentials?
    package var limits = OutboundLimits()

    /// Makes a request that contacts only the host of its URL.
    package init(_ method: String = "GET", url: OutboundURL) {
        self.method = method
        self.url = url
        hosts = [url.host]
    }
}

package struct OutboundCredentials: Hashable, Sendable, Codable {
    package var username: String
    package var password: String

    package init(username: String, password: String) {
        self.username = username
        self.password = password
    }
}

package struct OutboundLimits: Sendable {
    /// Maximum size of the body after decompression, in bytes.
    package var bytes = 5_000_000
    /// Time limit for the whole request, including redirects.
    package var time = Duration.seconds(30)
    package var redirects = 5

    package init() {}
}

package struct OutboundResponse: Sendable {
    package let status: Int
    package let body: [UInt8]
    /// The final URL after redirects.
    package let url: OutboundURL
    private let headers: HTTPHeaders

    init(status: Int, headers: HTTPHeaders, body: [UInt8], url: OutboundURL) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
    }

    /// The first value of a header; long runs of combining marks are cut as in the body.
    package func header(_ name: String) -> String? {
        headers.first(name: name).map { value in
            guard CombiningMarks.isLimitExceeded(in: value) else { return value }
            return String(
                decoding: CombiningMarks.shortened(value.utf8, escaping: .none), as: UTF8.self)
        }
    }
}

/// Sends requests to external servers, with limits on addresses, redirects, bytes and time.
///
/// It resolves and checks the address once and connects to exactly that address, which prevents DNS
/// rebinding. Redirects are checked in the same way. It keeps no cookies and uses no proxy.
package struct OutboundClient: Sendable {
    /// Resolves a host name and a port.
    package typealias Resolver = @Sendable (String, Int) async throws -> SocketAddress

    private let operatorHosts: Set<String>
    private let trustRoots: [NIOSSLCertificate]
    private let resolve: Resolver

    /// Makes a client that trusts `trustRoots` in addition to the machine's certificates.
    ///
    /// `operatorHosts` lists hosts, as `name` or `name:port`, that may have private addresses and
    /// use plain HTTP, such as a server at home.
    package init(
        operatorHosts: Set<String> = [], trustRoots: [NIOSSLCertificate] = [],
        resolve: @escaping Resolver = OutboundClient.systemResolver
    ) {
        self.operatorHosts = Set(operatorHosts.map { $0.lowercased() })
        self.trustRoots = trustRoots
        self.resolve = resolve
    }

    package static let systemResolver: Resolver = { host, port in
        try await resolverThreads.runIfActive {
            try SocketAddress.makeAddressResolvingHost(host, port: port)
        }
    }

    /// A separate thread pool, because a slow name server blocks threads for many seconds.
    private static let resolverThreads: NIOThreadPool = {
        let threads = NIOThreadPool(numberOfThreads: 4)
        threads.start()
        return threads
    }()

    /// Resolves a URL and checks whether it may be contacted, without contacting it.
    package func check(_ url: OutboundURL) async throws(OutboundError) {
        do {
            _ = try await checkedAddress(of: url, hosts: [url.host])
        } catch let error as OutboundError {
            throw error
        } catch {
            throw OutboundError(.hostUnknown, "The server \(url.host) was not found: \(error)")
        }
    }

    /// Sends a request.
    ///
    /// Follows redirects of safe methods.
    package func send(_ request: OutboundRequest) async throws(OutboundError) -> OutboundResponse {
        do {
            return try await withThrowingTaskGroup(of: OutboundResponse.self) { group in
                group.addTask { try await follow(request) }
                group.addTask {
                    try await Task.sleep(for: request.limits.time)
                    throw timedOut(request.url)
                }
                defer { group.cancelAll() }
                guard let response = try await group.next() else { throw timedOut(request.url) }
                return response
            }
        } catch let error as OutboundError {
            throw error
        } catch {
            throw OutboundError(
                .connectionFailed, "\(request.url.host) did not answer: \(error)")
        }
    }

    private func follow(_ request: OutboundRequest) async throws -> OutboundResponse {
        var url = request.url
        for _ in 0...request.limits.redirects {
            let response = try await sendOnce(request, to: url)
            guard [301, 302, 303, 307, 308].contains(response.status),
                !["PUT", "DELETE", "POST"].contains(request.method),
                let location = response.header("location")
            else { return response }
            let next = try url.resolving(location)
            guard !url.isSecure || next.isSecure else {
                throw OutboundError(
                    .insecure, "\(url.host) redirects to an address without encryption.")
            }
            url = next
        }
        throw OutboundError(
            .tooManyRedirects,
            "\(request.url.host) redirects more than \(request.limits.redirects) times; check the "
                + "address.")
    }

    private func sendOnce(
        _ request: OutboundRequest, to url: OutboundURL
    ) async throws -> OutboundResponse {
        let address = try await checkedAddress(of: url, hosts: request.hosts)
        var configuration = HTTPClient.Configuration()
        configuration.httpVersion = .http1Only
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .enabled(limit: .size(request.limits.bytes))
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(15))
        configuration.dnsOverride = [url.host: address]
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.additionalTrustRoots = [.certificates(trustRoots)]
        configuration.tlsConfiguration = tls
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let response = try await receive(request, from: url, with: client)
            try await client.shutdown()
            return response
        } catch {
            try? await client.shutdown()  // The error of the request itself is reported instead.
            throw translated(error, url, request.limits)
        }
    }

    private func receive(
        _ request: OutboundRequest, from url: OutboundURL, with client: HTTPClient
    ) async throws -> OutboundResponse {
        var message = HTTPClientRequest(url: url.description)
        message.method = HTTPMethod(rawValue: request.method)
        message.headers.add(name: "User-Agent", value: "FacialFun-Family")
        for (name, value) in request.headers { message.headers.add(name: name, value: value) }
        if let credentials = request.credentials {
            let pair = "\(credentials.username):\(credentials.password)"
            let encoded = Data(pair.utf8).base64EncodedString()
            message.headers.add(name: "Authorization", value: "Basic \(encoded)")
        }
        if let body = request.body { message.body = .bytes(ByteBuffer(string: body)) }
        let deadline = NIODeadline.now() + .nanoseconds(request.limits.time.nanoseconds)
        let response = try await client.execute(message, deadline: deadline)
        let limit = request.limits.bytes
        // The content length of a response to HEAD does not describe its body, which is empty.
        if request.method != "HEAD",
            let length = response.headers.first(name: "content-length").flatMap({ Int($0) }),
            length > limit
        {
            throw tooLarge(url, limit)
        }
        var body: [UInt8] = []
        for try await part in response.body {
            guard body.count + part.readableBytes <= limit else { throw tooLarge(url, limit) }
            body.append(contentsOf: part.readableBytesView)
        }
        // Long runs of marks would make comparing the text slow.
        if CombiningMarks.isLimitExceeded(in: body, escaping: .json) {
            body = CombiningMarks.shortened(body, escaping: .json)
        }
        return OutboundResponse(
            status: Int(response.status.code), headers: response.headers, body: body, url: url)
    }

    /// The numeric address to connect to.
    private func checkedAddress(
        of url: OutboundURL, hosts: Set<String>
    ) async throws -> String {
        guard hosts.contains(url.host) else {
            throw OutboundError(
                .otherHost,
                "The server redirects to \(url.host); enter that address if you trust it.")
        }
        let isAllowed =
            operatorHosts.contains(url.host)
            || operatorHosts.contains("\(url.host):\(url.portNumber)")
        guard url.isSecure || isAllowed else {
            throw OutboundError(
                .insecure, "\(url.host) would be contacted without encryption; use https.")
        }
        let address: SocketAddress
        do {
            if url.host.hasPrefix("[") {
                address = try SocketAddress(
                    ipAddress: String(url.host.dropFirst().dropLast()), port: url.portNumber)
            } else {
                address = try await resolve(url.host, url.portNumber)
            }
        } catch {
            throw OutboundError(
                .hostUnknown,
                "The server \(url.host) was not found; check the address and the connection to the "
                    + "internet.")
        }
        guard isAllowed || OutboundAddress.isPublic(address) else {
            throw OutboundError(
                .hostRefused,
                "\(url.host) is a machine in a private network, which this server contacts only if its "
                    + "operator allows it with --allow-calendar-host.")
        }
        guard let numbers = address.ipAddress else {
            throw OutboundError(.hostUnknown, "The server \(url.host) has no internet address.")
        }
        return numbers
    }

    private func translated(
        _ error: any Error, _ url: OutboundURL, _ limits: OutboundLimits
    ) -> any Error {
        switch error {
        case is OutboundError, is CancellationError: return error
        case is NIOHTTPDecompression.DecompressionError: return tooLarge(url, limits.bytes)
        case let error as HTTPClientError
        where [.readTimeout, .connectTimeout, .deadlineExceeded, .tlsHandshakeTimeout].contains(
            error):
            return timedOut(url)
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            return OutboundError(
                .certificate,
                "The certificate of \(url.host) is invalid; contact the operator of that server.")
        default:
            return OutboundError(
                .connectionFailed,
                "\(url.host) did not answer as expected; it is retried later.")
        }
    }

    private func timedOut(_ url: OutboundURL) -> OutboundError {
        OutboundError(.timedOut, "\(url.host) is too slow; it is retried later.")
    }

    private func tooLarge(_ url: OutboundURL, _ limit: Int) -> OutboundError {
        OutboundError(
            .tooLarge,
            "The answer of \(url.host) is larger than \(limit / 1_000_000) MB; choose a smaller one."
        )
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
