import Hummingbird
import Logging
import NIOCore
import TrainerStore

/// What is known of a request while it is answered.
struct TrainerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Who is signed in; nil where nobody is, or where nobody was asked for.
    var session: Session?
    /// The address of the other side, for throttling alone: it is neither logged nor kept.
    var peer: String
    /// The memory that the request's body takes; nil where nothing is counted.
    var bodies: BodyLease?
    private let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        peer = source.channel.remoteAddress?.ipAddress ?? "local"
    }

    /// The longest body that is read, in bytes; forms and events are far smaller.
    var maxUploadSize: Int { 64 * 1024 }

    /// Reads nothing further from the connection, which ends when this request is answered.
    func readNoMore() {
        channel.close(mode: .input, promise: nil)
    }

    /// Who is signed in.
    ///
    /// - Throws: `signed_out` where nobody is.
    func signedIn() throws(WireError) -> Session {
        guard let session else { throw .signedOut }
        return session
    }
}
