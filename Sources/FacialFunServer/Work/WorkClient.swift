/// Identity of a client: a connection, and its peer.
///
/// On a Unix domain socket the kernel reports the connecting process, and all its connections share
/// one allowance. Over TCP the process is unknown: each connection has its own share of the work,
/// and all connections of an address count together for stored objects.
struct WorkClient: Hashable, Sendable {
    /// The connected peer.
    enum Peer: Hashable, Sendable {
        /// A process, by its number.
        case process(Int32)
        /// A user, by number, if the process has no number here because it runs in another
        /// container.
        case user(UInt32)
        /// An address, for TCP.
        case address(String)
        /// An unknown peer, identified by its only known connection.
        case connection(Int)
    }

    /// The connection's number.
    let connection: Int
    /// The peer of the connection.
    let peer: Peer

    /// Creates the identity of a connection; without a peer the connection is its own peer.
    init(_ connection: Int, of peer: Peer? = nil) {
        self.connection = connection
        self.peer = peer ?? .connection(connection)
    }
}

extension WorkClient: ExpressibleByIntegerLiteral {
    init(integerLiteral value: Int) { self.init(value) }
}
