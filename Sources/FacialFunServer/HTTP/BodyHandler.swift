import NIOCore
import NIOHTTP1

/// Reads a request's body within the limits of size and rate, and passes on the complete or
/// rejected request.
final class BodyHandler: ChannelInboundHandler {
    typealias InboundIn = RequestPart
    typealias InboundOut = Exchange
    typealias OutboundOut = HTTPServerResponsePart

    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let exchange): begin(exchange, context)
        case .body(let bytes): take(bytes, context)
        case .end: complete(context)
        case .refusal(let exchange): context.fireChannelRead(wrapInboundOut(exchange))
        }
    }

    private func begin(_ exchange: Exchange, _ context: ChannelHandlerContext) {
        guard exchange.isOpen else { return }
        exchange.timer = connection.schedule(at: exchange.deadline) {
            self.timedOut(exchange, context)
        }
        guard exchange.hasBody else { return }
        let grace = TimeAmount.milliseconds(
            Int64(connection.configuration.bodyGraceMilliseconds))
        if exchange.deadline > exchange.arrival + grace {
            watchRate(of: exchange, after: grace, context)
        }
        // HTTP/1.0 clients do not understand interim responses (RFC 9110, section 10.1.1).
        if exchange.head.version.minor > 0, exchange.head.headers.contains(name: "expect") {
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        }
    }

    /// Checks the rate of a body periodically: one that arrives too slowly is abandoned, regardless
    /// of its deadline.
    private func watchRate(
        of exchange: Exchange, after pause: TimeAmount, _ context: ChannelHandlerContext
    ) {
        exchange.rateTimer = connection.schedule(in: pause) {
            guard !exchange.isComplete, exchange.isOpen else { return }
            let configuration = self.connection.configuration
            let grace = TimeAmount.milliseconds(Int64(configuration.bodyGraceMilliseconds))
            let late = self.connection.now - exchange.arrival - grace
            let least = Int(
                Double(late.nanoseconds) / 1e9 * Double(configuration.minBodyBytesPerSecond))
            if exchange.body.count <= least {
                self.timedOut(exchange, context)
            } else {
                self.watchRate(of: exchange, after: .milliseconds(250), context)
            }
        }
    }

    private func take(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        if connection.isEnding { return connection.discard(bytes.readableBytes) }
        guard let exchange = connection.exchange, exchange.isOpen else { return }
        let limit = exchange.bodyLimit(connection.configuration)
        let count = bytes.readableBytes
        guard exchange.body.count + count <= limit else {
            return refuse(exchange, .tooManyBytes(limit: limit), context)
        }
        guard connection.loop.take(count, for: connection) else {
            return refuse(exchange, .overloaded(retryAfter: .seconds(1)), context)
        }
        exchange.takenBytes += count
        if exchange.body.isEmpty, let length = exchange.announcedLength {
            exchange.body.reserveCapacity(min(length, limit))
        }
        exchange.body.append(contentsOf: bytes.readableBytesView)
    }

    private func complete(_ context: ChannelHandlerContext) {
        guard let exchange = connection.exchange else { return }
        exchange.isComplete = true
        switch exchange.state {
        case .ended: connection.becomeIdle()
        case .delayed: break
        default: context.fireChannelRead(wrapInboundOut(exchange))
        }
    }

    private func timedOut(_ exchange: Exchange, _ context: ChannelHandlerContext) {
        let problem: Problem =
            if case .warmingUp = exchange.state {
                .notReady("The service is still warming up.")
            } else if exchange.isComplete {
                .deadlineExceeded
            } else {
                .requestTimeout
            }
        refuse(exchange, problem, context)
    }

    private func refuse(
        _ exchange: Exchange, _ problem: Problem, _ context: ChannelHandlerContext
    ) {
        exchange.refuse(problem)
        context.fireChannelRead(wrapInboundOut(exchange))
    }
}
