import NIOCore
import NIOHTTP1

/// Streams of server-sent events, and of pictures.
extension HTTPConnection {
    /// Begins a stream; `HEAD` gets its head alone.
    func begin(
        _ subscribe: @Sendable (EventSink) -> EventSubscription, for exchange: Exchange
    ) {
        if exchange.head.method == .HEAD {
            answer(exchange, Self.streamResponse(exchange))
        } else {
            stream(subscribe, for: exchange)
        }
    }

    private static func streamResponse(_ exchange: Exchange) -> ServiceResponse {
        guard exchange.sendsPictures else { return ServiceResponse(contentType: eventStream) }
        var response = ServiceResponse(contentType: ServiceEvent.partStream)
        // Pages of other sites may not even show the camera's pictures.
        response.headers = [("Cross-Origin-Resource-Policy", "same-site")]
        return response
    }

    private func stream(
        _ subscribe: @Sendable (EventSink) -> EventSubscription, for exchange: Exchange
    ) {
        guard let context else { return }
        exchange.timer?.cancel()
        exchange.isAnswered = true
        phase = .streaming(exchange)
        exchange.keepsAlive = false
        var response = Self.streamResponse(exchange)
        response.outcome = "events"
        core.metrics.count(
            route: exchange.match?.route.template, response: response, problem: nil, seconds: 0)
        var head = ResponseHead.make(response, for: exchange, duration: .zero)
        head.headers.remove(name: "content-length")
        if exchange.head.version.minor > 0 {
            head.headers.add(name: "transfer-encoding", value: "chunked")
        } else {
            // It knows no chunks: the stream goes on to the end of the connection.
            head.version = .http1_0
        }
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        let eventLoop = context.eventLoop
        let place = NIOLoopBound(self, eventLoop: eventLoop)
        exchange.subscription = subscribe(
            EventSink { event in eventLoop.execute { place.value.send(event) } })
        if isDraining { drain() }
        // A stream of pictures has no room for comments.
        if !exchange.sendsPictures { scheduleHeartbeat(for: exchange) }
    }

    /// Sends a comment when nothing has happened for a while, so that a client can tell a quiet
    /// stream from a dead one.
    private func scheduleHeartbeat(for exchange: Exchange) {
        let pause = TimeAmount.milliseconds(Int64(core.configuration.heartbeatMilliseconds))
        exchange.timer = schedule(in: pause) { connection in
            guard case .streaming(let current) = connection.phase, current === exchange else {
                return
            }
            connection.sendHeartbeat(for: exchange)
            connection.scheduleHeartbeat(for: exchange)
        }
    }

    /// Sends a comment, where the stream has room for one.
    func sendHeartbeat(for exchange: Exchange) {
        guard !exchange.sendsPictures, let context, context.channel.isWritable else { return }
        let bytes = context.channel.allocator.buffer(string: ": quiet\n\n")
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
    }

    func send(_ event: ServiceEvent) {
        guard case .streaming(let exchange) = phase, let context else { return }
        guard context.channel.isWritable, waitingEvents.isEmpty else {
            keep(event)
            return
        }
        watchdog?.cancel()
        let bytes = context.channel.allocator.buffer(
            bytes: exchange.sendsPictures ? event.partBytes : event.bytes)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
        if event.isLast {
            release(exchange)
            finish(exchange)
        }
    }

    /// Keeps an event for a slow reader: of those that newer ones make worthless only the newest.
    func keep(_ event: ServiceEvent) {
        if waitingEvents.isEmpty { watch(milliseconds: core.configuration.writeMilliseconds) }
        if waitingEvents.last?.isReplaceable == true { waitingEvents.removeLast() }
        waitingEvents.append(event)
        if waitingEvents.count > Self.maxWaitingEvents { abort() }
    }
}
