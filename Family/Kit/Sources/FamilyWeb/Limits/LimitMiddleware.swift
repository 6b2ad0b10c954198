import FamilyAccounts
import HTTPTypes
package import Hummingbird

/// Rate-limits requests per client address on a server for many families.
package struct AddressLimitMiddleware: RouterMiddleware {
    package typealias Context = FamilyContext

    private let limits: PublicLimits

    /// Makes middleware with a server's limits.
    package init(limits: PublicLimits) {
        self.limits = limits
    }

    package func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        // Files are exempt: they are public and cheap, and a page loads dozens of them. The file
        // middleware calls the next responder first, so file requests pass through here.
        let isRead = request.method == .get || request.method == .head
        if isRead, ["/assets/", "/content/"].contains(where: request.uri.path.hasPrefix) {
            return try await next(request, context)
        }
        var context = context
        context.peer = ForwardedAddress.address(of: request, from: context.peer)
        let key = AddressThrottle.key(context.peer)
        if let seconds = limits.addresses.take(key) { throw Self.tooMany(seconds) }
        if request.method == .post, ["/api/accounts", "/create-account"].contains(request.uri.path)
        {
            // The address is checked first, so that a flooding client uses up only its own limit.
            if let seconds = limits.newRegistrations.take(key) { throw Self.tooMany(seconds) }
            if let seconds = limits.totalRegistrations.take("all") { throw Self.tooMany(seconds) }
        }
        return try await next(request, context)
    }

    static func tooMany(_ seconds: Double) -> WireError {
        WireError(
            .tooManyRequests, "too_many",
            "Too many requests at once. Please try again in a moment.",
            seconds: max(1, Int(seconds.rounded(.up))))
    }
}

/// Rate-limits requests per account on a server for many families.
package struct AccountLimitMiddleware: RouterMiddleware {
    package typealias Context = FamilyContext

    private let limits: PublicLimits?

    /// Makes middleware with a server's limits; nil on a family's own server.
    package init(limits: PublicLimits?) {
        self.limits = limits
    }

    package func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        if let limits, let household = context.identity?.household ?? context.device?.household,
            let seconds = limits.accounts.take("\(household)")
        {
            throw AddressLimitMiddleware.tooMany(seconds)
        }
        return try await next(request, context)
    }
}

/// The client address of a request, even behind a proxy on this machine.
enum ForwardedAddress {
    /// The last address of `X-Forwarded-For`, added by the proxy, if the request comes from this
    /// machine; otherwise the peer's address.
    ///
    /// Earlier addresses in the field come from the client and are ignored.
    static func address(of request: Request, from peer: String) -> String {
        guard ["127.0.0.1", "::1", "local"].contains(peer),
            let told = request.headers[values: .xForwardedFor].last,
            let last = told.split(separator: ",").last
        else { return peer }
        let address = last.drop { $0 == " " }.prefix { $0 != " " }
        return address.isEmpty || address.count > 45 ? peer : String(address)
    }
}
