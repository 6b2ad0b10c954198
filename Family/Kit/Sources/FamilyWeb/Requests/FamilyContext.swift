package import Hummingbird
import Logging
import NIOCore

/// Middleware of the family server.
package typealias FamilyMiddleware = MiddlewareProtocol<Request, Response, FamilyContext>

/// Accounts for the memory of request bodies.
package protocol BodyMemory: Sendable {
    /// Charges received bytes to the sender.
    ///
    /// - Throws: `too_many` (429) if the sender has used its share, `busy` (503) if all of the
    ///   memory is in use.
    func charge(_ count: Int, to context: FamilyContext) throws(WireError)
}

/// The context of a request: the identity and the client.
package struct FamilyContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The signed-in member; nil for anonymous requests and for routes without a session.
    package var identity: (any Identity)?
    /// The device, if a parent approved it.
    ///
    /// It may use routes for devices without a sign-in.
    package var device: ApprovedDevice?
    /// The client's address.
    ///
    /// It is used only for rate limits, and neither logged nor stored.
    package var peer: String
    /// Accounts for the memory of the request's body; nil for no accounting.
    package var bodies: (any BodyMemory)?
    private let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        peer = source.channel.remoteAddress?.ipAddress ?? "local"
    }

    /// Maximum size of a body in bytes; forms and events are far smaller.
    package var maxUploadSize: Int { 64 * 1024 }

    /// Stops reading from the connection, which closes after this response.
    package func stopReading() {
        channel.close(mode: .input, promise: nil)
    }
}
