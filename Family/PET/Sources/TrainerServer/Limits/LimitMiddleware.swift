import FamilyWeb
import HTTPTypes
import Hummingbird
import TrainerAccounts
import TrainerStore

/// Holds each address to what it may do on a server for many families.
struct AddressLimitMiddleware: RouterMiddleware {
    typealias Context = TrainerContext

    let limits: PublicLimits

    func handle(
        _ request: Request, context: TrainerContext,
        next: (Request, TrainerContext) async throws -> Response
    ) async throws -> Response {
        // Files are everybody's and cheap, and a page asks for dozens of them. The middleware that
        // serves them asks what comes after it first, so they come by here.
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
            // The address first: one that asks without end uses up nobody else's.
            if let seconds = limits.registering.take(key) { throw Self.tooMany(seconds) }
            if let seconds = limits.registeringAtAll.take("all") { throw Self.tooMany(seconds) }
        }
        return try await next(request, context)
    }

    static func tooMany(_ seconds: Double) -> WireError {
        WireError(
            .tooManyRequests, "too_many",
            "That was a lot at once. Please try again in a moment.",
            seconds: max(1, Int(seconds.rounded(.up))))
    }
}

/// Holds each account to what it may do on a server for many families.
struct AccountLimitMiddleware: RouterMiddleware {
    typealias Context = TrainerContext

    /// nil for a family's own server.
    let limits: PublicLimits?

    func handle(
        _ request: Request, context: TrainerContext,
        next: (Request, TrainerContext) async throws -> Response
    ) async throws -> Response {
        if let limits, let household = context.identity?.household ?? context.device?.household,
            let seconds = limits.accounts.take("\(household)")
        {
            throw AddressLimitMiddleware.tooMany(seconds)
        }
        return try await next(request, context)
    }
}

/// Where a request comes from, behind a proxy on the same machine.
enum ForwardedAddress {
    /// The last address of `X-Forwarded-For`, which the proxy added itself, where the request comes
    /// from this machine; else the other side's own.
    ///
    /// What stands before the last was told by whoever asked, and is believed of nobody.
    static func address(of request: Request, from peer: String) -> String {
        guard ["127.0.0.1", "::1", "local"].contains(peer),
            let told = request.headers[values: .xForwardedFor].last,
            let last = told.split(separator: ",").last
        else { return peer }
        let address = last.drop { $0 == " " }.prefix { $0 != " " }
        return address.isEmpty || address.count > 45 ? peer : String(address)
    }
}
