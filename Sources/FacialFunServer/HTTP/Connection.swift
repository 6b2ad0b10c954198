import NIOCore

/// State of a connection that its handlers share: its client, the current request, and its
/// timeouts.
///
/// The parser is followed by ``LimitsHandler``, ``BodyHandler`` and ``ResponseHandler``, in this
/// order. Requests are answered one after the other; ``RequestGate``, in front of the parser, holds
/// back pipelined requests. All of this runs on the event loop; workers send their results back to
/// it.
final class Connection {
    /// Destination of the next bytes.
    enum Expected {
        /// The head of the next request.
        case head
        /// The body of the current request, which may have been answered by its head alone.
        case body
        /// Pipelined requests, which wait for a response.
        case later
        /// Nothing: the client reads the last response, or disconnects.
        case nothing
    }

    /// Command of the service or of another connection: an event for this connection's pipeline.
    enum Command: Sendable {
        /// The networks are warm.
        case ready
        /// The service stops; the connection closes after its current response.
        case drain
        /// Another client needs the memory of this connection.
        case evict(Problem)
    }

    /// Time for a client to notice the rejection of an incomplete request, in milliseconds.
    static let lingeringMilliseconds = 1000
    /// Maximum number of bytes that it may send until then.
    static let maxLingeringBytes = 8_000_000

    let core: ServiceCore
    let table: RouteTable
    let loop: LoopState
    let kind: ListeningSocket.Kind
    let channel: any Channel
    /// Identity of the connection and its peer, for its share of work and memory.
    let client: WorkClient
    /// The peer to which connections, attempts and baselines are counted, known once the channel is
    /// active.
    private(set) lazy var holder = unixPeer ?? address ?? client.peer
    private let unixPeer: WorkClient.Peer?
    /// The current request.
    var exchange: Exchange?
    /// Start of the wait for a request without any bytes; nil while there is one.
    var idleSince: NIODeadline?
    /// Whether the last response has been written.
    var isEnding = false
    /// Number of bytes received after the last response.
    private var lingeringBytes = 0
    /// Closes the connection if nothing arrives or the response is not read.
    private var watchdog: Scheduled<Void>?

    /// Creates the state; for a Unix domain socket the kernel reports the connected process.
    init(
        _ channel: any Channel, core: ServiceCore, table: RouteTable, loop: LoopState,
        kind: ListeningSocket.Kind
    ) {
        (self.channel, self.core, self.table) = (channel, core, table)
        (self.loop, self.kind) = (loop, kind)
        unixPeer = kind == .unix ? PeerProcess.peer(of: channel) : nil
        // All containers of a user have one share of the work, because they cannot be
        // distinguished.
        if case .process? = unixPeer {
            client = WorkClient(loop.nextNumber(), of: unixPeer)
        } else {
            client = WorkClient(loop.nextNumber())
        }
    }

    private var address: WorkClient.Peer? {
        channel.remoteAddress?.ipAddress.map { .address($0) }
    }

    var configuration: ServiceConfiguration { core.configuration }
    var now: NIODeadline { channel.eventLoop.now }

    /// Destination of the next bytes.
    var expected: Expected {
        if isEnding { return .nothing }
        guard let exchange else { return .head }
        return exchange.isComplete ? .later : .body
    }

    /// Waits for the next request.
    func becomeIdle() {
        exchange = nil
        idleSince = now
        watch(milliseconds: configuration.idleMilliseconds)
    }

    /// Sends a command to the handlers.
    func send(_ command: Command) { channel.pipeline.fireUserInboundEventTriggered(command) }

    /// Closes the connection at once.
    func abort() { channel.close(promise: nil) }

    /// Discards bytes after the last response, up to a limit.
    func discard(_ count: Int) {
        lingeringBytes += count
        if lingeringBytes > Self.maxLingeringBytes { abort() }
    }

    /// Closes the connection after a time unless another event happens first.
    func watch(milliseconds: Int) {
        endWatch()
        watchdog = schedule(in: .milliseconds(Int64(milliseconds))) { self.abort() }
    }

    /// Cancels the timeout.
    func endWatch() { watchdog?.cancel() }

    func schedule(in delay: TimeAmount, _ body: @escaping () -> Void) -> Scheduled<Void>? {
        schedule(at: now + delay, body)
    }

    func schedule(at deadline: NIODeadline, _ body: @escaping () -> Void) -> Scheduled<Void>? {
        // Closing may happen within a write, after which a timer would still be scheduled and keep
        // the connection in memory.
        guard channel.isActive else { return nil }
        return channel.eventLoop.assumeIsolated().scheduleTask(deadline: deadline, body)
    }
}
