/// Whose work it is: a connection, and the peer that the connection belongs to.
///
/// Of a Unix domain socket the kernel says which process opened the other end: all connections of
/// a process have one share together. Of TCP nobody says it: each connection has a share of the work of its
/// own, and all of an address count together for what one client may keep.
struct WorkClient: Hashable, Sendable {
    /// Who has connected.
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
