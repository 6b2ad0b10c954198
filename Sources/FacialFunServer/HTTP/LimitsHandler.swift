import NIOCore
import NIOHTTP1

/// Parts of a request for the handlers of body and response.
enum RequestPart {
    /// The start of a request; it may already be rejected.
    case head(Exchange)
    /// Bytes of its body.
    case body(ByteBuffer)
    /// The end of the request.
    case end
    /// An immediate rejection, at any point of the request.
    case refusal(Exchange)
}

/// Enforces limits of connections and heads, and delays rejections.
final class LimitsHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = RequestPart

    /// Progress of the next head.
    private enum Progress {
        case none
        /// Some bytes have arrived.
        case begun
        /// The rest is awaited, with a timeout.
        case watched
    }

    let connection: Connection
    private var progress = Progress.none
    /// Whether the connection exceeds the limit, so that its first request is rejected.
    private var isOneTooMany = false
    /// The client must not retry before this time.
    private var retryNotBefore = NIODeadline.uptimeNanoseconds(0)

    init(_ connection: Connection) { self.connection = connection }

    func channelActive(context: ChannelHandlerContext) {
        let (loop, configuration) = (connection.loop, connection.configuration)
        isOneTooMany = !loop.makeRoom(for: connection)
        loop.add(connection)
        if !isOneTooMany { connection.idleSince = connection.now }
        connection.watch(
            milliseconds: isOneTooMany
                ? configuration.headMilliseconds : configuration.idleMilliseconds)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection.endWatch()
        context.fireChannelInactive()
        connection.loop.remove(connection)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context)
        case .body(let bytes): context.fireChannelRead(wrapInboundOut(.body(bytes)))
        case .end: context.fireChannelRead(wrapInboundOut(.end))
        }
    }

    /// Called when bytes have arrived, before they are parsed.
    func bytesArrived() {
        guard progress == .none, case .head = connection.expected else { return }
        progress = .begun
        connection.idleSince = nil
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        watchHead()
        context.fireChannelReadComplete()
    }

    /// Starts a timeout for the rest of a request head; most heads arrive in one piece and need
    /// none.
    func watchHead() {
        guard progress == .begun, case .head = connection.expected else { return }
        progress = .watched
        connection.watch(milliseconds: connection.configuration.headMilliseconds)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError, connection.exchange?.isEnded != true else {
            return connection.abort()
        }
        switch connection.expected {
        case .head, .body:
            let now = connection.now
            let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
            let exchange =
                connection.exchange ?? Exchange(head: head, arrival: now, deadline: now)
            connection.exchange = exchange
            // The rest cannot be parsed, so the request counts as complete.
            exchange.isComplete = true
            exchange.keepsAlive = false
            exchange.refuse(Problem(error))
            context.fireChannelRead(wrapInboundOut(.refusal(exchange)))
        case .later, .nothing: connection.abort()
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard case .head = connection.expected else { return }
        connection.endWatch()
        progress = .none
        let (arrival, configuration) = (connection.now, connection.configuration)
        let standard = TimeAmount.milliseconds(Int64(configuration.deadlineMilliseconds))
        let exchange = Exchange(
            head: head, arrival: arrival,
            deadline: arrival + DeadlineMargin.allowance(of: standard))
        connection.exchange = exchange
        var isTooSoon = false
        do throws(Problem) {
            if isOneTooMany {
                exchange.keepsAlive = false
                throw Problem.tooManyConnections
            }
            let check = RequestCheck(
                core: connection.core, table: connection.table, kind: connection.kind)
            if let response = try check.check(exchange) {
                exchange.refuse(with: response)
            } else {
                try refuseIfHopeless(exchange, isTooSoon: &isTooSoon)
            }
        } catch {
            exchange.refuse(error)
            exchange.drainsBody = error.isOverload && exchange.hasShortBody
            if isTooSoon { exchange.delay() }
        }
        context.fireChannelRead(wrapInboundOut(.head(exchange)))
        switch exchange.state {
        case .delayed:
            if !exchange.drainsBody { exchange.keepsAlive = false }
            exchange.timer = connection.schedule(in: RefusalThrottle.delay(before: exchange)) {
                exchange.endDelay()
                context.fireChannelRead(self.wrapInboundOut(.refusal(exchange)))
            }
        case .refused where exchange.hasBody:
            // Rejected without waiting for an unneeded body.
            context.fireChannelRead(wrapInboundOut(.refusal(exchange)))
        default: break
        }
    }

    /// Rejects by the head alone a request that would be rejected anyway.
    ///
    /// The reason is lack of time (repeated requests of one client must not make the service read
    /// pictures in vain) or lack of memory for its body.
    ///
    /// - Parameters:
    ///   - exchange: The request.
    ///   - isTooSoon: Set to whether the client retried before the time in Retry-After.
    /// - Throws: `overloaded`.
    private func refuseIfHopeless(
        _ exchange: Exchange, isTooSoon: inout Bool
    ) throws(Problem) {
        if exchange.match?.route.needsWorker == true,
            let retryAfter = connection.core.queue.refusal(
                of: exchange.deadline, from: connection.client)
        {
            isTooSoon = exchange.arrival < retryNotBefore
            retryNotBefore = exchange.arrival + RefusalThrottle.retryAfter(retryAfter)
            throw Problem.overloaded(retryAfter: retryAfter)
        }
        // Memory is charged as bytes arrive, so that announced but unsent bytes cost nothing.
        if let count = exchange.announcedLength, count > connection.configuration.bodyBudget {
            throw Problem.overloaded(retryAfter: .seconds(1))
        }
    }
}
