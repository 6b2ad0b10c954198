package import HTTPTypes
import Hummingbird

/// Refuses what another web site could make a browser send.
///
/// A request that changes something must say that it comes from this site: by `Sec-Fetch-Site`,
/// which every present browser sends and no script can forge, else by `Origin`. Whoever sends
/// neither is no browser, has no cookie that a site could misuse, and may pass: a script or a test.
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

    /// Whether a request comes from a page of this site, or from no browser.
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
    /// `Sec-Fetch-Site`: where a request comes from, as the browser sees it (Fetch Metadata).
    package static let secFetchSite = known("Sec-Fetch-Site")
    /// `Sec-Fetch-Mode`: `navigate` for pages, other values for what pages load.
    package static let secFetchMode = known("Sec-Fetch-Mode")
    /// `X-Frame-Options`, for browsers that do not know `frame-ancestors`.
    package static let xFrameOptions = known("X-Frame-Options")
    /// `Referrer-Policy`.
    package static let referrerPolicy = known("Referrer-Policy")
    /// `Permissions-Policy`.
    package static let permissionsPolicy = known("Permissions-Policy")
    /// `Cross-Origin-Opener-Policy`.
    package static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    /// `Cross-Origin-Resource-Policy`.
    package static let crossOriginResourcePolicy = known("Cross-Origin-Resource-Policy")

    /// `Clear-Site-Data`: what a browser is to forget of this site.
    package static let clearSiteData = known("Clear-Site-Data")
    /// `X-Forwarded-For`: where a proxy says that a request comes from.
    package static let xForwardedFor = known("X-Forwarded-For")
    /// `Link` (RFC 8288).
    package static let link = known("Link")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else {
            preconditionFailure("\(name) is no name of a header")
        }
        return field
    }
}
