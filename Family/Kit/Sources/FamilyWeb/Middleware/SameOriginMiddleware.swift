package import HTTPTypes
import Hummingbird

/// Rejects cross-site requests.
///
/// A request that changes something must come from this site according to `Sec-Fetch-Site`, which
/// all current browsers send and scripts cannot forge, or, if that is missing, `Origin`. A request
/// with neither header does not come from a browser. It carries no cookie that another site could
/// misuse, and is accepted.
struct SameOriginMiddleware: RouterMiddleware {
    typealias Context = FamilyContext

    func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        let changes = request.method != .get && request.method != .head
        guard !changes || Self.isSameOrigin(request.head) else {
            throw WireError(
                .forbidden, "cross_site", "This request came from another web site and was refused."
            )
        }
        return try await next(request, context)
    }

    /// Whether a request comes from a page of this site, or from a client that is not a browser.
    static func isSameOrigin(_ head: HTTPRequest) -> Bool {
        if let site = head.headerFields[.secFetchSite] { return site == "same-origin" }
        guard let origin = head.headerFields[.origin] else { return true }
        guard let host = head.authority else { return false }
        return origin == "http://\(host)" || origin == "https://\(host)"
    }
}

extension HTTPField.Name {
    /// `Host`.
    package static let host = known("Host")
    /// `Sec-Fetch-Site`: the origin of a request as the browser sees it (Fetch Metadata).
    package static let secFetchSite = known("Sec-Fetch-Site")
    /// `Sec-Fetch-Mode`: `navigate` for pages, other values for their resources.
    package static let secFetchMode = known("Sec-Fetch-Mode")
    /// `X-Frame-Options`, for browsers without support for `frame-ancestors`.
    package static let xFrameOptions = known("X-Frame-Options")
    /// `Referrer-Policy`.
    package static let referrerPolicy = known("Referrer-Policy")
    /// `Permissions-Policy`.
    package static let permissionsPolicy = known("Permissions-Policy")
    /// `Cross-Origin-Opener-Policy`.
    package static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    /// `Cross-Origin-Resource-Policy`.
    package static let crossOriginResourcePolicy = known("Cross-Origin-Resource-Policy")

    /// `Clear-Site-Data`: the browser data of this site to clear.
    package static let clearSiteData = known("Clear-Site-Data")
    /// `X-Forwarded-For`: the client address that a proxy reports.
    package static let xForwardedFor = known("X-Forwarded-For")
    /// `Link` (RFC 8288).
    package static let link = known("Link")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else {
            preconditionFailure("\(name) is not a header name")
        }
        return field
    }
}
