import FaceImaging
import NIOCore
import NIOHTTP1

/// One client's connection: reads requests under limits, has them answered, writes the answers.
///
/// Requests are answered one after the other: `HTTPServerPipelineHandler` before this handler holds
/// back what a client sends ahead. All of it runs on the event loop; work is done elsewhere, and its
/// result comes back here.
final class HTTPConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// What a connection is doing.
    enum Phase {
        /// Waits for a request.
        case idle
        /// Reads a request's body.
        case reading(Exchange)
        /// Was answered by a request's head alone, and lets its body go: then the next one may come.
        case drainingBody
        /// Waits for a worker.
        case working(Exchange)
        /// Sends events.
        case streaming(Exchange)
        /// Waits for the client to take the answer or to go.
        case ending
    }

    /// How long a client may take to notice that its request was refused before its end.
    static let lingeringMilliseconds = 1000
    /// And how many bytes it may send until then.
    static let maxLingeringBytes = 8_000_000
    /// The longest body that is read for nothing to keep its connection.
    static let maxDrainedBytes = 262_144
    /// A reader for whom more events wait is given up.
    static let maxWaitingEvents = 64

    /// An answer of at most so many bytes is made whatever else is in memory.
    static let smallAnswer = 32_768
    /// The media type of events.
    static let eventStream = "text/event-stream"

    let core: ServiceCore
    let loop: LoopState
    let kind: ListeningSocket.Kind
    /// Tells it from all others, and whose it is, for its share of the work and of the memory.
    let client: WorkClient
    var phase = Phase.idle
    var context: ChannelHandlerContext?
    /// Ends the connection when nothing comes, or the answer is not taken.
    var watchdog: Scheduled<Void>?
    var isDraining = false
    /// Whether there are more connections than are served: its first request is refused.
    var isOneTooMany = false
    /// Lets requests through to this connection, one at a time.
    weak var gate: RequestGate?
    /// The length of the body that the last head announced; nil where it comes in chunks.
    var announcedLength: Int? = 0
    /// Whether bytes of the next request's head have come.
    var isHeadBegun = false
    /// Whether the rest of the head is waited for, within its time.
    var isHeadWatched = false
    /// Bytes that have come after the last answer.
    var lingeringBytes = 0
    /// Until then the client was told to stay away.
    var retryNotBefore = NIODeadline.uptimeNanoseconds(0)
    /// The answer whose end waits until the client has taken the rest.
    var unfinished: Exchange?
    /// Bytes of the answer that the client has not taken, as they were taken from the budget.
    var heldBytes = 0
    /// Since when the client has not taken the answer.
    var unfinishedSince = NIODeadline.uptimeNanoseconds(0)
    /// Events that wait for a slow reader, the oldest first.
    var waitingEvents: [ServiceEvent] = []

    /// Makes one; `process` has connected, where the kernel says it.
    init(core: ServiceCore, loop: LoopState, kind: ListeningSocket.Kind, process: Int32? = nil) {
        self.core = core
        self.loop = loop
        self.kind = kind
        client = WorkClient(loop.nextNumber(), of: process.map { .process($0) })
    }

    // MARK: - The channel

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func channelActive(context: ChannelHandlerContext) {
        isOneTooMany =
            loop.connections.count >= core.configuration.maxConnections
            || loop.count(of: client.peer) >= core.configuration.maxConnectionsOfPeer
        loop.add(self)
        let configuration = core.configuration
        watch(
            milliseconds: isOneTooMany
                ? configuration.headMilliseconds : configuration.idleMilliseconds)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        watchdog?.cancel()
        if let exchange { release(exchange) }
        releaseAnswer()
        phase = .ending
        loop.remove(self)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head)
        case .body(let bytes): take(bytes)
        case .end: complete()
        }
    }

    /// Learns that bytes have come, before they are parsed.
    func bytesArrived() {
        if case .idle = phase { isHeadBegun = true }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        watchHead()
        context.fireChannelReadComplete()
    }

    /// Sees that the rest of a head comes in time.
    func watchHead() {
        // Most heads come in one piece, and need no watch.
        if case .idle = phase, isHeadBegun, !isHeadWatched {
            isHeadWatched = true
            watch(milliseconds: core.configuration.headMilliseconds)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            inputClosed()
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            if let exchange = unfinished {
                unfinished = nil
                end(exchange)
            }
            let events = waitingEvents
            waitingEvents = []
            for event in events { send(event) }
        }
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else {
            context.close(promise: nil)
            return
        }
        switch phase {
        case .idle, .reading:
            let exchange =
                self.exchange
                ?? Exchange(
                    head: HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"),
                    arrival: context.eventLoop.now, deadline: context.eventLoop.now)
            let problem: Problem =
                switch error {
                case .headerOverflow: .headersTooLarge
                case .invalidVersion: .versionNotSupported
                default: .malformedRequest
                }
            // What follows cannot be read any more, so the request counts as complete.
            exchange.isComplete = true
            exchange.keepsAlive = false
            answer(exchange, exchange.response(to: problem))
        case .drainingBody, .working, .streaming, .ending:
            context.close(promise: nil)
        }
    }

    /// The client sends nothing more; it may still wait for an answer.
    private func inputClosed() {
        switch phase {
        case .idle, .reading, .drainingBody, .ending: context?.close(promise: nil)
        case .working(let exchange): exchange.keepsAlive = false
        // A client that has gone over TCP answers it by a reset; one that still reads, not at all.
        case .streaming(let exchange): sendHeartbeat(for: exchange)
        }
    }

    /// Ends the connection as soon as what runs is answered.
    func drain() {
        isDraining = true
        switch phase {
        case .idle: context?.close(promise: nil)
        case .streaming: send(ServiceEvent(name: "shutdown", data: "{}", isLast: true))
        case .reading(let exchange), .working(let exchange): exchange.keepsAlive = false
        case .drainingBody:
            phase = .ending
            linger(unreadInput: true)
            gate?.resume()
        case .ending: break
        }
    }

    /// Ends the connection now.
    func abort() { context?.close(promise: nil) }

    // MARK: - Time and memory

    /// The request that is read or answered.
    var exchange: Exchange? {
        switch phase {
        case .reading(let exchange), .working(let exchange), .streaming(let exchange): exchange
        case .idle, .drainingBody, .ending: nil
        }
    }

    /// Gives back what an exchange holds, and tells those who work for it.
    func release(_ exchange: Exchange) {
        exchange.timer?.cancel()
        exchange.rateTimer?.cancel()
        if let job = exchange.job { core.queue.abandon(job) }
        exchange.job = nil
        exchange.subscription?.cancel()
        exchange.subscription = nil
        loop.budget.release(exchange.takenBytes, of: client.peer)
        exchange.takenBytes = 0
        exchange.body = []
        exchange.waiting = nil
    }

    /// Gives back what the last answer held.
    func releaseAnswer() {
        loop.budget.release(heldBytes, of: client.peer)
        heldBytes = 0
    }

    /// Closes the connection after so long, unless something happens before.
    func watch(milliseconds: Int) {
        watchdog?.cancel()
        watchdog = schedule(in: .milliseconds(Int64(milliseconds))) { $0.abort() }
    }

    func schedule(
        in delay: TimeAmount, _ body: @escaping (HTTPConnection) -> Void
    ) -> Scheduled<Void>? {
        context.flatMap { schedule(at: $0.eventLoop.now + delay, body) }
    }

    func schedule(
        at deadline: NIODeadline, _ body: @escaping (HTTPConnection) -> Void
    ) -> Scheduled<Void>? {
        // Closing may end within a write, and what follows it still wants to be called: by a timer the
        // connection would be kept until then.
        guard let context, context.channel.isActive else { return nil }
        return context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { body(self) }
    }
}
