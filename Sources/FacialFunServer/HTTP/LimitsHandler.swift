import NIOCore
import NIOHTTP1

/// Parts of a request for the handlers of body and response.
enum RequestPart {
    /// A request begins; it may be refused already.
    case head(Exchange)
    /// Bytes of its body.
    case body(ByteBuffer)
    /// It is complete.
    case end
    /// It is refused now, wherever it has come to.
    case refusal(Exchange)
}

/// Holds connections, heads and the pace of refusals against their limits.
final class LimitsHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = RequestPart

    /// Progress of the next head.
    private enum Progress {
        case none
        /// Bytes of it have come.
        case begun
        /// The rest is waited for, within its time.
        case watched
    }

    let connection: Connection
    private var progress = Progress.none
    /// Whether there are more connections than are served: its first request is refused.
    private var isOneTooMany = false
    /// The client was asked not to retry before this time.
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

    /// Learns that bytes have come, before they are parsed.
    func bytesArrived() {
        guard progress == .none, case .head = connection.expected else { return }
        progress = .begun
        connection.idleSince = nil
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        watchHead()
        context.fireChannelReadComplete()
    }

    /// Sees that the rest of a head comes in time; most come in one piece, and need no watch.
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
        do throws(Problem) {
            if isOneTooMany {
                exchange.keepsAlive = false
                throw Problem.tooManyConnections
            }
            let check = RequestCheck(
                core: connection.core, table: connection.table, kind: connection.kind)
            exchange.early = try check.check(exchange)
            if exchange.early == nil { try refuseIfHopeless(exchange) }
        } catch {
            exchange.refuse(error)
            exchange.drainsBody = error.isOverload && exchange.hasShortBody
        }
        context.fireChannelRead(wrapInboundOut(.head(exchange)))
        guard exchange.early != nil else { return }
        if exchange.isHeldBack {
            if !exchange.drainsBody { exchange.keepsAlive = false }
            exchange.timer = connection.schedule(in: RefusalThrottle.delay(before: exchange)) {
                exchange.isHeldBack = false
                context.fireChannelRead(self.wrapInboundOut(.refusal(exchange)))
            }
        } else if exchange.hasBody {
            // Rejected without waiting for an unneeded body.
            context.fireChannelRead(wrapInboundOut(.refusal(exchange)))
        }
    }

    /// Refuses by the request's head alone what would be refused with its body, too: work for which
    /// there is no time (who asks again and again must not cost those who are served the time to read
    /// pictures in vain), and a body for which there is no room.
    private func refuseIfHopeless(_ exchange: Exchange) throws(Problem) {
        if exchange.match?.route.needsWorker == true,
            let retryAfter = connection.core.queue.refusal(
                of: exchange.deadline, from: connection.client)
        {
            exchange.isHeldBack = exchange.arrival < retryNotBefore
            retryNotBefore = exchange.arrival + RefusalThrottle.retryAfter(retryAfter)
            throw Problem.overloaded(retryAfter: retryAfter)
        }
        // Memory is charged as bytes arrive, so that announced but unsent bytes cost nothing.
        if let count = exchange.announcedLength, count > connection.configuration.bodyBudget {
            throw Problem.overloaded(retryAfter: .seconds(1))
        }
    }
}
