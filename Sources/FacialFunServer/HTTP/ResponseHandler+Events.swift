import NIOCore
import NIOHTTP1

/// Streams of server-sent events, and of pictures.
extension ResponseHandler {
    /// Maximum number of waiting events of a reader before it is disconnected.
    private static let maxWaitingEvents = 64

    /// Starts a stream; `HEAD` gets only its head.
    func begin(
        _ stream: Exchange.Stream, _ subscribe: @Sendable (EventSink) -> EventSubscription,
        for exchange: Exchange
    ) {
        guard let context else { return }
        var response = ServiceResponse(contentType: stream.mediaType)
        // Pages of other sites must not even display the camera's pictures.
        if stream == .pictures {
            response.headers = [("Cross-Origin-Resource-Policy", "same-site")]
        }
        if exchange.head.method == .HEAD { return answer(exchange, response) }
        guard exchange.begin(stream) else { return }
        exchange.timer?.cancel()
        exchange.keepsAlive = false
        response.outcome = "events"
        core.metrics.count(
            route: exchange.match?.route.template, response: response, problem: nil, seconds: 0)
        var head = ResponseHead.make(response, for: exchange, duration: .zero)
        head.headers.remove(name: "content-length")
        if exchange.head.version.minor > 0 {
            head.headers.add(name: "transfer-encoding", value: "chunked")
        } else {
            // HTTP/1.0 has no chunks, so the stream ends with the connection.
            head.version = .http1_0
        }
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        let eventLoop = context.eventLoop
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        exchange.subscription = subscribe(
            EventSink { event in eventLoop.execute { bound.value.send(event) } })
        if isDraining { connection.send(.drain) }
        // A stream of pictures cannot contain comments.
        if stream == .events { scheduleHeartbeat(for: exchange) }
    }

    /// Sends a comment when nothing has happened for a while, to distinguish a quiet stream from a
    /// dead one.
    private func scheduleHeartbeat(for exchange: Exchange) {
        let pause = TimeAmount.milliseconds(Int64(connection.configuration.heartbeatMilliseconds))
        exchange.timer = connection.schedule(in: pause) {
            guard self.connection.exchange === exchange else { return }
            self.sendHeartbeat()
            self.scheduleHeartbeat(for: exchange)
        }
    }

    /// Sends a comment, if the stream supports them.
    func sendHeartbeat() {
        guard let context, context.channel.isWritable else { return }
        let bytes = context.channel.allocator.buffer(string: ": quiet\n\n")
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
    }

    func send(_ event: ServiceEvent) {
        guard let exchange = connection.exchange, let stream = exchange.stream, let context
        else { return }
        guard context.channel.isWritable, waitingEvents.isEmpty else { return keep(event) }
        connection.endWatch()
        let bytes = context.channel.allocator.buffer(
            bytes: stream == .pictures ? event.partBytes : event.bytes)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
        if event.isLast {
            release(exchange)
            finish(exchange)
        }
    }

    /// Queues an event for a slow reader; of replaceable events only the newest is kept.
    private func keep(_ event: ServiceEvent) {
        if waitingEvents.isEmpty {
            connection.watch(milliseconds: connection.configuration.writeMilliseconds)
        }
        if waitingEvents.last?.isReplaceable == true { waitingEvents.removeLast() }
        waitingEvents.append(event)
        if waitingEvents.count > Self.maxWaitingEvents { connection.abort() }
    }
}
