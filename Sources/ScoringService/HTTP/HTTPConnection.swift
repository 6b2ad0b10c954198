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
    private enum Phase {
        /// Waits for a request.
        case idle
        /// Reads a request's body.
        case reading(Exchange)
        /// Waits for a worker.
        case working(Exchange)
        /// Sends events.
        case streaming(Exchange)
        /// Waits for the client to take the answer or to go.
        case ending
    }

    /// How long a client may take to notice that its request was refused before its end.
    private static let lingering = TimeAmount.seconds(1)
    /// A reader for whom more events wait is given up.
    private static let mostWaitingEvents = 64

    private let core: ServiceCore
    private let loop: LoopState
    private let kind: ListeningSocket.Kind
    private var phase = Phase.idle
    private var context: ChannelHandlerContext?
    /// Ends the connection when nothing comes, or the answer is not taken.
    private var watchdog: Scheduled<Void>?
    private var isDraining = false
    /// Whether there are more connections than are served: its first request is refused.
    private var isOneTooMany = false
    /// Whether bytes of the next request's head have come.
    private var isHeadBegun = false
    /// The answer whose end waits until the client has taken the rest.
    private var unfinished: Exchange?
    /// Events that wait for a slow reader, the oldest first.
    private var waitingEvents: [ServiceEvent] = []

    init(core: ServiceCore, loop: LoopState, kind: ListeningSocket.Kind) {
        self.core = core
        self.loop = loop
        self.kind = kind
    }

    // MARK: - The channel

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func channelActive(context: ChannelHandlerContext) {
        isOneTooMany = loop.connections.count >= core.configuration.maxConnections
        loop.connections[ObjectIdentifier(self)] = self
        let configuration = core.configuration
        watch(
            milliseconds: isOneTooMany
                ? configuration.headMilliseconds : configuration.idleMilliseconds)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        watchdog?.cancel()
        if let exchange { release(exchange) }
        phase = .ending
        loop.connections[ObjectIdentifier(self)] = nil
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

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is FirstBytes.Arrival {
            guard case .idle = phase, !isHeadBegun else { return }
            isHeadBegun = true
            watch(milliseconds: core.configuration.headMilliseconds)
        } else if let event = event as? ChannelEvent, event == .inputClosed {
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
                    arrival: .now(), deadline: .now())
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
        case .working, .streaming, .ending:
            context.close(promise: nil)
        }
    }

    /// The client sends nothing more; it may still wait for an answer.
    private func inputClosed() {
        switch phase {
        case .idle, .reading, .ending: context?.close(promise: nil)
        case .working(let exchange): exchange.keepsAlive = false
        case .streaming: break
        }
    }

    /// Ends the connection as soon as what runs is answered.
    func drain() {
        isDraining = true
        switch phase {
        case .idle: context?.close(promise: nil)
        case .streaming: send(ServiceEvent(name: "shutdown", data: "{}", isLast: true))
        case .reading(let exchange), .working(let exchange): exchange.keepsAlive = false
        case .ending: break
        }
    }

    /// Ends the connection now.
    func abort() { context?.close(promise: nil) }

    // MARK: - Reading a request

    private var exchange: Exchange? {
        switch phase {
        case .reading(let exchange), .working(let exchange), .streaming(let exchange): exchange
        case .idle, .ending: nil
        }
    }

    private func begin(_ head: HTTPRequestHead) {
        guard case .idle = phase else { return }
        watchdog?.cancel()
        isHeadBegun = false
        let arrival = NIODeadline.now()
        let exchange = Exchange(
            head: head, arrival: arrival,
            deadline: arrival + .milliseconds(Int64(core.configuration.deadlineMilliseconds)))
        phase = .reading(exchange)
        if isDraining { exchange.keepsAlive = false }
        do throws(Problem) {
            if isOneTooMany { throw Problem.tooManyConnections }
            exchange.early = try RequestCheck(core: core, kind: kind).check(exchange)
            try takeAnnouncedBytes(exchange)
        } catch {
            exchange.early = exchange.response(to: error)
        }
        if exchange.early != nil {
            // A body that nobody wants is not waited for.
            if exchange.hasBody { answerEarly(exchange) }
            return
        }
        exchange.timer = schedule(at: exchange.deadline) { $0.timedOut(exchange) }
        if exchange.hasBody, head.headers.contains(name: "expect") { writeContinue() }
    }

    private func takeAnnouncedBytes(_ exchange: Exchange) throws(Problem) {
        guard exchange.early == nil, exchange.hasBody,
            let count = exchange.head.headers.first(name: "content-length").flatMap({ Int($0) })
        else { return }
        try takeFromBudget(count, exchange)
        exchange.body.reserveCapacity(count)
    }

    private func takeFromBudget(_ count: Int, _ exchange: Exchange) throws(Problem) {
        guard loop.budget.take(count) else {
            throw Problem.overloaded(retryAfter: .seconds(1))
        }
        exchange.takenBytes += count
    }

    private func take(_ bytes: ByteBuffer) {
        guard case .reading(let exchange) = phase, exchange.early == nil else { return }
        let count = exchange.body.count + bytes.readableBytes
        let limit = exchange.bodyLimit(core.configuration)
        do throws(Problem) {
            guard count <= limit else { throw Problem.tooManyBytes(limit: limit) }
            // A body without a length takes what it needs as it comes.
            if count > exchange.takenBytes {
                try takeFromBudget(count - exchange.takenBytes, exchange)
            }
            exchange.body.append(contentsOf: bytes.readableBytesView)
        } catch {
            exchange.early = exchange.response(to: error)
            answerEarly(exchange)
        }
    }

    private func complete() {
        guard case .reading(let exchange) = phase else { return }
        exchange.isComplete = true
        if let early = exchange.early {
            answer(exchange, early)
        } else {
            dispatch(exchange)
        }
    }

    private func timedOut(_ exchange: Exchange) {
        switch phase {
        case .reading:
            exchange.early = exchange.response(to: .requestTimeout)
            answerEarly(exchange)
        case .working:
            if let job = exchange.job { core.queue.abandon(job) }
            answer(exchange, exchange.response(to: .deadlineExceeded))
        case .idle, .streaming, .ending: break
        }
    }

    /// Answers before the request's end, and then reads no more of it.
    private func answerEarly(_ exchange: Exchange) {
        guard let early = exchange.early else { return }
        exchange.keepsAlive = false
        answer(exchange, early)
    }

    // MARK: - Having it answered

    private func dispatch(_ exchange: Exchange) {
        phase = .working(exchange)
        guard let match = exchange.match else {
            answer(exchange, exchange.response(to: .notFound))
            return
        }
        var request = ServiceRequest(deadline: exchange.deadline, arrival: exchange.arrival)
        request.parameters = match.parameters
        request.query = exchange.query
        request.accept = AcceptHeader(exchange.head.headers["accept"])
        request.body = exchange.body
        exchange.body = []
        do throws(Problem) {
            try exchange.checkBody(request.body)
            switch try match.route.handler(request) {
            case .answer(let response): answer(exchange, response)
            case .work(let work): try submit(work, for: exchange)
            case .events(let subscribe): stream(subscribe, for: exchange)
            }
        } catch {
            answer(exchange, exchange.response(to: error))
        }
    }

    private func submit(
        _ work: @escaping @Sendable (StopCheck) throws(Problem) -> ServiceResponse,
        for exchange: Exchange
    ) throws(Problem) {
        guard let context else { return }
        let eventLoop = context.eventLoop
        let place = NIOLoopBound((connection: self, exchange: exchange), eventLoop: eventLoop)
        let queuedAt = NIODeadline.now()
        let job = Job(deadline: exchange.deadline, queuedAt: queuedAt) { stop in
            let start = NIODeadline.now()
            let result: Result<ServiceResponse, Problem>
            do throws(Problem) {
                var response = try work(stop)
                let waited = Double((start - queuedAt).nanoseconds) / 1e6
                response.stages.insert(("queue", waited), at: 0)
                result = .success(response)
            } catch {
                result = .failure(error)
            }
            eventLoop.execute {
                place.value.connection.finished(place.value.exchange, result)
            }
        }
        exchange.job = job
        if case .refused(let retryAfter) = core.queue.submit(job) {
            exchange.job = nil
            throw Problem.overloaded(retryAfter: retryAfter)
        }
    }

    private func finished(_ exchange: Exchange, _ result: Result<ServiceResponse, Problem>) {
        // It may have been answered at its deadline, or the client may have gone.
        guard case .working(let current) = phase, current === exchange else { return }
        switch result {
        case .success(let response): answer(exchange, response)
        case .failure(let problem): answer(exchange, exchange.response(to: problem))
        }
    }

    // MARK: - Writing the answer

    private func answer(_ exchange: Exchange, _ response: ServiceResponse) {
        guard let context else { return }
        exchange.timer?.cancel()
        let duration = NIODeadline.now() - exchange.arrival
        core.metrics.count(
            route: exchange.match?.route.template, response: response, problem: exchange.problem,
            seconds: Double(duration.nanoseconds) / 1e9)
        if isDraining || isOneTooMany { exchange.keepsAlive = false }
        let head = ResponseHead.make(response, for: exchange, duration: duration)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !response.body.isEmpty, exchange.head.method != .HEAD {
            let bytes = context.channel.allocator.buffer(bytes: response.body)
            context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
        }
        release(exchange)
        finish(exchange)
    }

    /// Sends what is written, and ends the answer once the client has taken most of it: until then
    /// no further request is read, so that nobody can make the service hold many answers.
    private func finish(_ exchange: Exchange) {
        guard let context else { return }
        context.flush()
        if context.channel.isWritable {
            end(exchange)
        } else {
            unfinished = exchange
            watch(milliseconds: core.configuration.writeMilliseconds)
        }
    }

    /// Ends an answer; the connection goes on or ends.
    private func end(_ exchange: Exchange) {
        guard let context else { return }
        if exchange.keepsAlive, exchange.isComplete, !isDraining {
            // Before the end is written: a request that was sent ahead is delivered by it.
            phase = .idle
            watch(milliseconds: core.configuration.idleMilliseconds)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            return
        }
        phase = .ending
        watch(milliseconds: core.configuration.writeMilliseconds)
        let isComplete = exchange.isComplete
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            self.linger(unreadInput: !isComplete)
        }
    }

    /// Closes; where the client may still be sending, only after it had time to read the answer:
    /// closing with unread input would tear the answer away from it.
    private func linger(unreadInput: Bool) {
        guard let context else { return }
        if unreadInput {
            context.close(mode: .output, promise: nil)
            watchdog?.cancel()
            watchdog = schedule(at: .now() + Self.lingering) { $0.abort() }
        } else {
            context.close(promise: nil)
        }
    }

    private func writeContinue() {
        guard let context else { return }
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    // MARK: - Events

    private func stream(
        _ subscribe: @Sendable (EventSink) -> EventSubscription, for exchange: Exchange
    ) {
        guard let context else { return }
        exchange.timer?.cancel()
        phase = .streaming(exchange)
        exchange.keepsAlive = false
        var response = ServiceResponse(contentType: "text/event-stream")
        response.outcome = "events"
        core.metrics.count(
            route: exchange.match?.route.template, response: response, problem: nil, seconds: 0)
        var head = ResponseHead.make(response, for: exchange, duration: .zero)
        head.headers.remove(name: "content-length")
        head.headers.add(name: "transfer-encoding", value: "chunked")
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        let eventLoop = context.eventLoop
        let place = NIOLoopBound(self, eventLoop: eventLoop)
        exchange.subscription = subscribe(
            EventSink { event in eventLoop.execute { place.value.send(event) } })
        if isDraining { drain() }
    }

    private func send(_ event: ServiceEvent) {
        guard case .streaming(let exchange) = phase, let context else { return }
        guard context.channel.isWritable, waitingEvents.isEmpty else {
            keep(event)
            return
        }
        watchdog?.cancel()
        let bytes = context.channel.allocator.buffer(string: event.text)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
        if event.isLast {
            release(exchange)
            finish(exchange)
        }
    }

    /// Keeps an event for a slow reader: of those that newer ones make worthless only the newest.
    private func keep(_ event: ServiceEvent) {
        if waitingEvents.isEmpty { watch(milliseconds: core.configuration.writeMilliseconds) }
        if waitingEvents.last?.isReplaceable == true { waitingEvents.removeLast() }
        waitingEvents.append(event)
        if waitingEvents.count > Self.mostWaitingEvents { abort() }
    }

    // MARK: - Time and memory

    /// Gives back what an exchange holds, and tells those who work for it.
    private func release(_ exchange: Exchange) {
        exchange.timer?.cancel()
        if let job = exchange.job { core.queue.abandon(job) }
        exchange.job = nil
        exchange.subscription?.cancel()
        exchange.subscription = nil
        loop.budget.giveBack(exchange.takenBytes)
        exchange.takenBytes = 0
        exchange.body = []
    }

    /// Closes the connection after so long, unless something happens before.
    private func watch(milliseconds: Int) {
        watchdog?.cancel()
        watchdog = schedule(at: .now() + .milliseconds(Int64(milliseconds))) { $0.abort() }
    }

    private func schedule(
        at deadline: NIODeadline, _ body: @escaping (HTTPConnection) -> Void
    ) -> Scheduled<Void>? {
        context?.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { body(self) }
    }
}
