import Glibc
import NIOCore

/// Which process has opened the other end of a Unix domain socket, as the kernel says (unix(7),
/// `SO_PEERCRED`).
enum PeerProcess {
    /// `struct ucred`.
    private struct Credentials: Sendable {
        var process: Int32
        var user: UInt32
        var group: UInt32
    }

    /// The process that connected, or its user where it is one of another container; nil where the kernel
    /// says neither.
    ///
    /// To be asked on the channel's event loop.
    static func peer(of channel: any Channel) -> WorkClient.Peer? {
        guard let provider = channel as? any SocketOptionProvider else { return nil }
        let answer: EventLoopFuture<Credentials> = provider.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        var found: Credentials?
        // On its own event loop the channel answers at once.
        answer.assumeIsolated().whenSuccess { found = $0 }
        return found.map { $0.process > 0 ? .process($0.process) : .user($0.user) }
    }
}
