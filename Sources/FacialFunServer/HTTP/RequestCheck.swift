import FacialFun
import NIOCore
import NIOHTTP1
import FacialFunWire

/// Decisions based on a request's head, before its body is read.
struct RequestCheck {
    let core: ServiceCore
    let table: RouteTable
    let kind: ListeningSocket.Kind

    /// Finds the request's route and checks the request against its rules; updates the exchange.
    ///
    /// - Returns: A response, if the head is sufficient for one.
    /// - Throws: The problem of the head.
    func check(_ exchange: Exchange) throws(Problem) -> ServiceResponse? {
        let head = exchange.head
        guard head.version.major == 1 else { throw Problem.versionNotSupported }
        let target = Result { () throws(Problem) in try RequestTarget(head.uri) }
        // Errors have the format of the path.
        var resource = RouteTable.Resource(matches: [])
        if case .success(let target) = target {
            resource = table.resource(at: target.path)
            exchange.errorStyle = resource.errorStyle
        }
        try HostHeader.check(head)
        exchange.browserHeaders = try core.browsers.check(
            head.headers, on: kind, isPage: resource.isPage)
        try Self.checkTransferCoding(head)
        let authority = try target.get().authority
        // The absolute form names the host again, and takes precedence (RFC 9112, section 3.2.2).
        // It is meant for proxies, and this is none, so requests for other hosts are rejected on
        // every socket.
        if let authority, !BrowserPolicy.isLoopback(authority) { throw Problem.forbiddenHost }
        if head.method == .OPTIONS {
            let methods = resource.methods
            guard !methods.isEmpty else { throw Problem.notFound }
            return BrowserPolicy.preflight(methods: methods + ["OPTIONS"])
        }
        let match = try resource.match(head.method)
        exchange.match = match
        exchange.query = try query(try target.get(), of: match.route)
        if let deadline = try deadline(head.headers) {
            exchange.deadline = exchange.arrival + DeadlineMargin.allowance(of: deadline)
        }
        try checkExpectation(head.headers)
        try checkBody(exchange, match.route)
        if match.route.needsToken, kind == .tcp { try checkToken(exchange) }
        if match.route.needsWarmUp { try checkPhase() }
        return nil
    }

    private func query(
        _ target: RequestTarget, of route: Route
    ) throws(Problem) -> [String: String] {
        var query: [String: String] = [:]
        for (name, value) in try target.parameters() {
            if let known = route.parameters, !known.contains(where: { name.hasSameUTF8(as: $0) }) {
                let list = known.isEmpty ? "none" : known.sorted().joined(separator: ", ")
                throw Problem.invalidQuery(
                    "Unknown parameter \(name.excerpt()); this path accepts \(list).")
            }
            guard query[name] == nil else {
                throw Problem.invalidQuery("Duplicate parameter \(name.excerpt()).")
            }
            query[name] = value
        }
        return query
    }

    private func deadline(_ headers: HTTPHeaders) throws(Problem) -> TimeAmount? {
        let values = headers["deadline-ms"]
        guard let value = values.first else { return nil }
        guard values.count == 1, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let milliseconds = Int64(value),
            (1...Int64(ServiceConfiguration.maxDeadlineMilliseconds)).contains(milliseconds)
        else { throw Problem.invalidDeadline }
        return .milliseconds(milliseconds)
    }

    private func checkExpectation(_ headers: HTTPHeaders) throws(Problem) {
        for value in headers["expect"]
        where !value.hasSameUTF8IgnoringASCIICase(as: "100-continue") {
            throw Problem.expectationFailed
        }
    }

    /// Checks that a body is sent unencoded or in chunks; with another coding the parser would
    /// treat the encoded bytes as the body.
    private static func checkTransferCoding(_ head: HTTPRequestHead) throws(Problem) {
        let codings = head.headers["transfer-encoding"]
        guard
            codings.isEmpty
                || codings.count == 1 && codings[0].hasSameUTF8IgnoringASCIICase(as: "chunked")
        else { throw Problem.unsupportedTransferCoding(codings.joined(separator: ", ")) }
    }

    private func checkBody(_ exchange: Exchange, _ route: Route) throws(Problem) {
        let headers = exchange.head.headers
        let limit = exchange.bodyLimit(core.configuration)
        if let length = headers.first(name: "content-length") {
            // The parser has checked that it is a number; one that overflows is also too large.
            guard let count = Int(length), count <= limit else {
                throw Problem.tooManyBytes(limit: limit)
            }
        }
        guard let accepted = route.body.mediaTypes else { return }
        for coding in headers["content-encoding"]
        where !coding.hasSameUTF8IgnoringASCIICase(as: "identity") {
            throw Problem.unsupportedContentEncoding(coding)
        }
        let type = headers.first(name: "content-type")
        if case .json(let isRequired) = route.body, !isRequired, !exchange.hasBody { return }
        let name = type?.splitUTF8(separator: ";", omittingEmptySubsequences: false).first
            .map { String(decoding: $0.utf8.filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self) }
        guard let name,
            accepted.contains(where: { name.hasSameUTF8IgnoringASCIICase(as: $0) })
        else {
            throw Problem.unsupportedMediaType(type, accepted)
        }
    }

    /// Checks that a TCP request, which any program or web page on this machine can send, has the
    /// token for the camera.
    private func checkToken(_ exchange: Exchange) throws(Problem) {
        guard let token = core.configuration.cameraToken?.text else { return }
        let scheme = "bearer "
        let fields = exchange.head.headers["authorization"]
            .filter { $0.lowercasedASCII.hasUTF8Prefix(scheme) }
            .map { String(Substring($0.utf8.dropFirst(scheme.utf8.count))) }
        guard let given = fields.first ?? exchange.query["token"], Self.isSame(given, token) else {
            throw Problem.tokenRequired
        }
    }

    /// Whether two texts are equal, compared in constant time.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 } == 0
    }

    private func checkPhase() throws(Problem) {
        switch core.currentPhase {
        // The service may become ready before the request's deadline; until then the request waits.
        case .ready, .warmingUp: return
        case .stopping: throw Problem.notReady("The service is stopping.")
        }
    }
}

extension Route.Body {
    /// The accepted media types; nil if no body is needed.
    var mediaTypes: [String]? {
        switch self {
        case .none: nil
        case .picture(let types, _): types
        case .json: ["application/json"]
        }
    }
}

extension Exchange {
    /// Maximum size of the route's body.
    func bodyLimit(_ configuration: ServiceConfiguration) -> Int {
        switch match?.route.body {
        case .picture: configuration.pictureLimits(match?.route.body).maxFileBytes
        case .json: ServiceConfiguration.maxJSONBytes
        case .some(.none), nil: ServiceConfiguration.maxJSONBytes
        }
    }

    /// Checks that a required body is not empty.
    func checkBody(_ body: [UInt8]) throws(Problem) {
        switch match?.route.body {
        case .picture:
            if body.isEmpty { throw Problem.emptyBody }
        case .json(let isRequired):
            if isRequired, body.isEmpty {
                throw Problem.invalidBody("The request has no body; this path requires JSON.")
            }
        case .some(.none), nil: return
        }
    }
}
