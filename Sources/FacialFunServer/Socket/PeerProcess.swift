import Glibc
import NIOCore

/// The process at the other end of a Unix domain socket according to the kernel (unix(7),
/// `SO_PEERCRED`).
enum PeerProcess {
    /// `struct ucred`.
    private struct Credentials: Sendable {
        var process: Int32
        var user: UInt32
        var group: UInt32
    }

    /// The connected process, or its user if it runs in another container; nil if the kernel reports
    /// neither.
    ///
    /// Call on the channel's event loop.
    static func peer(of channel: any Channel) -> WorkClient.Peer? {
        guard let provider = channel as? any SocketOptionProvider else { return nil }
        let answer: EventLoopFuture<Credentials> = provider.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        var found: Credentials?
        // On the channel's own event loop the future is already complete.
        answer.assumeIsolated().whenSuccess { found = $0 }
        return found.map { $0.process > 0 ? .process($0.process) : .user($0.user) }
    }
}
