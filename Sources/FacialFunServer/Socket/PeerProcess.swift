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

    /// The number of the process that connected; nil where the kernel does not say it, as of one of
    /// another container.
    ///
    /// To be asked on the channel's event loop.
    static func number(of channel: any Channel) -> Int32? {
        guard let provider = channel as? any SocketOptionProvider else { return nil }
        let answer: EventLoopFuture<Credentials> = provider.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        var number: Int32?
        // On its own event loop the channel answers at once.
        answer.assumeIsolated().whenSuccess { number = $0.process }
        return number.flatMap { $0 > 0 ? $0 : nil }
    }
}
