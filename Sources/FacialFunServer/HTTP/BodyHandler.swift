import NIOCore
import NIOHTTP1

/// Collects a request's body, as far as there is room for it and as long as it comes fast enough, and
/// hands on the request: complete, or refused.
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
        guard exchange.early == nil else { return }
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

    /// Sees again and again that a body comes: one of which no more comes than a byte now and then is
    /// given up, however long its deadline is.
    private func watchRate(
        of exchange: Exchange, after pause: TimeAmount, _ context: ChannelHandlerContext
    ) {
        exchange.rateTimer = connection.schedule(in: pause) {
            guard !exchange.isComplete, exchange.early == nil else { return }
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
        if connection.isEnding { return connection.passOver(bytes.readableBytes) }
        guard let exchange = connection.exchange, exchange.early == nil else { return }
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
        if exchange.isEnded {
            connection.becomeIdle()
        } else if !exchange.isHeldBack {
            context.fireChannelRead(wrapInboundOut(exchange))
        }
    }

    private func timedOut(_ exchange: Exchange, _ context: ChannelHandlerContext) {
        let problem: Problem =
            !exchange.isComplete
            ? .requestTimeout
            : exchange.waiting == nil
                ? .deadlineExceeded : .notReady("The service is still warming up.")
        refuse(exchange, problem, context)
    }

    private func refuse(
        _ exchange: Exchange, _ problem: Problem, _ context: ChannelHandlerContext
    ) {
        exchange.refuse(problem)
        context.fireChannelRead(wrapInboundOut(exchange))
    }
}
