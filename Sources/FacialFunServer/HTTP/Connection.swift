import NIOCore

/// One client's connection, as far as its handlers share it: whose it is, which request is read or
/// answered, and when it ends by itself.
///
/// Behind the parser stand ``LimitsHandler``, ``BodyHandler`` and ``ResponseHandler``, in this order.
/// Requests are answered one after the other: what a client sends ahead is held back by
/// ``RequestGate`` before the parser. All of it runs on the event loop; work is done elsewhere, and its
/// result comes back here.
final class Connection {
    /// Destination of the next bytes.
    enum Expected {
        /// To the next request's head.
        case head
        /// To the body of the request that is read, or was answered by its head alone.
        case body
        /// To what has to wait for an answer.
        case later
        /// To nothing: the client takes the last answer, or goes.
        case nothing
    }

    /// Command of the service or of another connection: an event for this connection's pipeline.
    enum Command: Sendable {
        /// The networks are warm.
        case ready
        /// The service ends: so does the connection, as soon as what runs is answered.
        case drain
        /// Another client needs the memory of this connection.
        case giveWay(Problem)
    }

    /// Time for a client to notice the rejection of an incomplete request, in milliseconds.
    static let lingeringMilliseconds = 1000
    /// And how many bytes it may send until then.
    static let maxLingeringBytes = 8_000_000

    let core: ServiceCore
    let table: RouteTable
    let loop: LoopState
    let kind: ListeningSocket.Kind
    let channel: any Channel
    /// Tells it from all others, and whose it is, for its share of the work and of the memory.
    let client: WorkClient
    /// Whose connections, attempts and baselines count together, known once the channel is active.
    private(set) lazy var holder = unixPeer ?? address ?? client.peer
    private let unixPeer: WorkClient.Peer?
    /// The request that is read or answered.
    var exchange: Exchange?
    /// Since when it waits for a request of which nothing has come; nil where it does not.
    var idleSince: NIODeadline?
    /// Whether the last answer was written.
    var isEnding = false
    /// Bytes that have come after the last answer.
    private var lingeringBytes = 0
    /// Ends the connection when nothing comes, or the answer is not taken.
    private var watchdog: Scheduled<Void>?

    /// Makes one; the kernel says of a Unix domain socket which process has connected.
    init(
        _ channel: any Channel, core: ServiceCore, table: RouteTable, loop: LoopState,
        kind: ListeningSocket.Kind
    ) {
        (self.channel, self.core, self.table) = (channel, core, table)
        (self.loop, self.kind) = (loop, kind)
        unixPeer = kind == .unix ? PeerProcess.peer(of: channel) : nil
        // A user's containers do not share the work: who can tell them apart?
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

    /// Says something to its handlers.
    func tell(_ command: Command) { channel.pipeline.fireUserInboundEventTriggered(command) }

    /// Ends it now.
    func abort() { channel.close(promise: nil) }

    /// Lets go what comes after the last answer, within limits.
    func passOver(_ count: Int) {
        lingeringBytes += count
        if lingeringBytes > Self.maxLingeringBytes { abort() }
    }

    /// Closes it after so long, unless something happens before.
    func watch(milliseconds: Int) {
        endWatch()
        watchdog = schedule(in: .milliseconds(Int64(milliseconds))) { self.abort() }
    }

    /// Lets it be without an end of its own.
    func endWatch() { watchdog?.cancel() }

    func schedule(in delay: TimeAmount, _ body: @escaping () -> Void) -> Scheduled<Void>? {
        schedule(at: now + delay, body)
    }

    func schedule(at deadline: NIODeadline, _ body: @escaping () -> Void) -> Scheduled<Void>? {
        // Closing may end within a write, and what follows it still wants to be called: by a timer the
        // connection would be kept until then.
        guard channel.isActive else { return nil }
        return channel.eventLoop.assumeIsolated().scheduleTask(deadline: deadline, body)
    }
}
