import FacialFun
import NIOCore
import NIOHTTP1

/// Dispatches requests, writes responses, and reuses or closes the connection.
final class ResponseHandler: ChannelInboundHandler {
    typealias InboundIn = Exchange
    typealias OutboundOut = HTTPServerResponsePart

    let connection: Connection
    /// The gate in front of the parser.
    let gate: RequestGate
    var context: ChannelHandlerContext?
    /// Events that wait for a slow reader, the oldest first.
    var waitingEvents: [ServiceEvent] = []

    init(_ connection: Connection, gate: RequestGate) {
        (self.connection, self.gate) = (connection, gate)
    }

    var core: ServiceCore { connection.core }
    var isDraining: Bool { core.currentPhase == .stopping }

    // MARK: - Channel events

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelInactive(context: ChannelHandlerContext) {
        if let exchange = connection.exchange {
            release(exchange)
            releaseAnswer(exchange)
        }
        becomeEnding()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let exchange = unwrapInboundIn(data)
        switch exchange.state {
        case .open: dispatch(exchange)
        case .refused(let response): answerEarly(exchange, response)
        case .warmingUp, .delayed, .streaming, .sending, .ended: break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let command = event as? Connection.Command {
            execute(command)
        } else if event as? ChannelEvent == .inputClosed {
            inputClosed()
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            if let exchange = connection.exchange, exchange.unfinishedSince != nil {
                end(exchange)
            }
            let events = waitingEvents
            waitingEvents = []
            for event in events { send(event) }
        }
        context.fireChannelWritabilityChanged()
    }

    private func execute(_ command: Connection.Command) {
        guard let exchange = connection.exchange else {
            if case .drain = command, !connection.isEnding { connection.abort() }
            return
        }
        switch command {
        case .ready:
            guard let request = exchange.resume() else { return }
            exchange.body = request.body
            dispatch(exchange)
        case .drain:
            if exchange.stream != nil {
                send(ServiceEvent(name: "shutdown", data: "{}", isLast: true))
            } else if exchange.isEnded {
                becomeEnding()
                linger(unreadInput: true)
                gate.resume()
            }
        case .evict(let problem):
            if exchange.isAnswered {
                connection.abort()
                releaseAnswer(exchange)
            } else {
                answerEarly(exchange, exchange.response(to: problem))
            }
        }
    }

    /// The client has closed its sending side; it may still wait for a response.
    private func inputClosed() {
        guard let exchange = connection.exchange, exchange.isComplete else {
            return connection.abort()
        }
        exchange.keepsAlive = false
        // If the client has disconnected, TCP answers with a reset; a client that still reads does
        // not answer.
        if exchange.stream == .events { sendHeartbeat() }
    }

    // MARK: - Dispatch

    private func dispatch(_ exchange: Exchange) {
        guard let match = exchange.match else {
            return answer(exchange, exchange.response(to: .notFound))
        }
        var request = ServiceRequest(
            deadline: exchange.deadline, arrival: exchange.arrival, holder: connection.holder)
        request.parameters = match.parameters
        request.query = exchange.query
        request.accept = exchange.head.headers["accept"]
        request.body = exchange.body
        exchange.body = []
        do throws(Problem) {
            try exchange.checkBody(request.body)
            if match.route.needsWarmUp, core.currentPhase == .warmingUp {
                return exchange.wait(with: request)
            }
            switch try match.route.handler(request) {
            case .answer(let response): answer(exchange, response)
            case .work(let work):
                let bytes =
                    match.route.needsWorker
                    ? ImageMemoryEstimate.bytes(
                        announcedBy: request.body,
                        under: core.configuration.pictureLimits(match.route.body)) : 0
                try submit(work, for: exchange, bytes: bytes)
            case .later(let ask):
                // No worker is occupied.
                exchange.subscription = ask(answering(exchange))
            case .events(let subscribe): begin(.events, subscribe, for: exchange)
            case .parts(let subscribe): begin(.pictures, subscribe, for: exchange)
            }
        } catch {
            answer(exchange, exchange.response(to: error))
        }
    }

    private func submit(
        _ work: @escaping @Sendable (CancellationCheck) throws(Problem) -> ServiceResponse,
        for exchange: Exchange, bytes: Int
    ) throws(Problem) {
        let answer = answering(exchange)
        let clock = core.queue.now
        let queuedAt = clock()
        let job = Job(deadline: exchange.deadline, client: connection.client, bytes: bytes) {
            stop in
            let start = clock()
            do throws(Problem) {
                var response = try work(stop)
                let waited = Double((start - queuedAt).nanoseconds) / 1e6
                response.stages.insert(("queue", waited), at: 0)
                answer(.success(response))
            } catch {
                answer(.failure(error))
            }
        }
        exchange.job = job
        if case .refused(let retryAfter) = core.queue.submit(job) {
            exchange.job = nil
            throw Problem.overloaded(retryAfter: retryAfter)
        }
    }

    /// Delivers the response of a request, on any thread.
    private func answering(_ exchange: Exchange) -> Route.Answering {
        let eventLoop = connection.channel.eventLoop
        let bound = NIOLoopBound((handler: self, exchange: exchange), eventLoop: eventLoop)
        return { result in
            eventLoop.execute {
                let (handler, exchange) = bound.value
                // The client may have disconnected.
                guard handler.connection.exchange === exchange else { return }
                switch result {
                case .success(let response): handler.answer(exchange, response)
                case .failure(let problem):
                    handler.answer(exchange, exchange.response(to: problem))
                }
            }
        }
    }
}
