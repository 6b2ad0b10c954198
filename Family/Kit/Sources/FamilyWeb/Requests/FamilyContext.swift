package import Hummingbird
import Logging
import NIOCore

/// Middleware of the family server.
package typealias FamilyMiddleware = MiddlewareProtocol<Request, Response, FamilyContext>

/// The memory that request bodies may take.
package protocol BodyMemory: Sendable {
    /// Charges bytes that arrived to whoever sent them.
    ///
    /// - Throws: `too_many` (429) where the sender has its share, `busy` (503) where everything is
    ///   taken.
    func charge(_ count: Int, to context: FamilyContext) throws(WireError)
}

/// The context of a request: who asks, and from where.
package struct FamilyContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Who is signed in; nil if nobody is, or if the route does not look.
    package var identity: (any Identity)?
    /// The device, if a parent approved it; it may use routes for devices without a sign-in.
    package var device: ApprovedDevice?
    /// The address of the other side, for throttling alone: it is neither logged nor kept.
    package var peer: String
    /// Charges the memory that the request's body takes; nil where nothing is counted.
    package var bodies: (any BodyMemory)?
    private let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        peer = source.channel.remoteAddress?.ipAddress ?? "local"
    }

    /// The longest body that is read, in bytes; forms and events are far smaller.
    package var maxUploadSize: Int { 64 * 1024 }

    /// Reads nothing further from the connection, which ends when this request is answered.
    package func readNoMore() {
        channel.close(mode: .input, promise: nil)
    }
}
