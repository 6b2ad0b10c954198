/// Whose work it is: a connection, and the peer that the connection belongs to.
///
/// Identity of a client. On a Unix domain socket the kernel reports the connecting process, and all
/// its connections share one allowance. Over TCP the process is unknown: each connection has its
/// own share of the work, and all connections of an address count together for stored objects.
struct WorkClient: Hashable, Sendable {
    /// The connected peer.
    enum Peer: Hashable, Sendable {
        /// A process, by its number.
        case process(Int32)
        /// A user, by number, of a process that has no number here: one of another container.
        case user(UInt32)
        /// An address, of TCP.
        case address(String)
        /// An unknown one, by the only connection that is known of it.
        case connection(Int)
    }

    /// The connection's number.
    let connection: Int
    /// Whose connection it is.
    let peer: Peer

    /// A connection; without a peer it stands for itself.
    init(_ connection: Int, of peer: Peer? = nil) {
        self.connection = connection
        self.peer = peer ?? .connection(connection)
    }
}

extension WorkClient: ExpressibleByIntegerLiteral {
    init(integerLiteral value: Int) { self.init(value) }
}
