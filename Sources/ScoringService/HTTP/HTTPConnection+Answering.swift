import FaceImaging
import NIOCore
import NIOHTTP1

/// Having a request answered, and writing the answer.
extension HTTPConnection {
    /// The networks are warm: what waited for them is done.
    func becameReady() {
        guard case .working(let exchange) = phase, let request = exchange.waiting else { return }
        exchange.waiting = nil
        exchange.body = request.body
        dispatch(exchange)
    }

    func dispatch(_ exchange: Exchange) {
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
            if match.route.needsWarmUp, core.currentPhase == .warmingUp {
                exchange.waiting = request
                return
            }
            switch try match.route.handler(request) {
            case .answer(let response): answer(exchange, response)
            case .work(let work):
                let bytes =
                    match.route.needsWorker
                    ? ImageMemoryEstimate.bytes(announcedBy: request.body) : 0
                try submit(work, for: exchange, bytes: bytes)
            case .later(let ask): wait(for: ask, exchange)
            case .events(let subscribe): begin(subscribe, for: exchange)
            case .parts(let subscribe):
                exchange.sendsPictures = true
                begin(subscribe, for: exchange)
            }
        } catch {
            answer(exchange, exchange.response(to: error))
        }
    }

    func submit(
        _ work: @escaping @Sendable (CancellationCheck) throws(Problem) -> ServiceResponse,
        for exchange: Exchange, bytes: Int
    ) throws(Problem) {
        guard let context else { return }
        let eventLoop = context.eventLoop
        let place = NIOLoopBound((connection: self, exchange: exchange), eventLoop: eventLoop)
        let clock = core.queue.now
        let queuedAt = clock()
        let job = Job(deadline: exchange.deadline, client: client, bytes: bytes) { stop in
            let start = clock()
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

    /// Waits for somebody else's answer, no worker being taken up by it.
    private func wait(
        for ask: @Sendable (@escaping Route.Answering) -> EventSubscription, _ exchange: Exchange
    ) {
        guard let context else { return }
        let eventLoop = context.eventLoop
        let place = NIOLoopBound((connection: self, exchange: exchange), eventLoop: eventLoop)
        exchange.subscription = ask { result in
            eventLoop.execute {
                place.value.connection.finished(place.value.exchange, result)
            }
        }
    }

    func finished(_ exchange: Exchange, _ result: Result<ServiceResponse, Problem>) {
        // It may have been answered at its deadline, or the client may have gone.
        guard case .working(let current) = phase, current === exchange else { return }
        switch result {
        case .success(let response): answer(exchange, response)
        case .failure(let problem): answer(exchange, exchange.response(to: problem))
        }
    }

    func answer(_ exchange: Exchange, _ response: ServiceResponse) {
        guard let context, !exchange.isAnswered else { return }
        exchange.isAnswered = true
        release(exchange)
        let response = affordable(response, for: exchange)
        let duration = context.eventLoop.now - exchange.arrival
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
        finish(exchange)
    }

    /// The answer, if there is room to keep it until the client has taken it; else a refusal.
    private func affordable(
        _ response: ServiceResponse, for exchange: Exchange
    ) -> ServiceResponse {
        let count = response.body.count
        // Those of this size, which the socket takes at once, refusals among them, are always made.
        guard count > Self.smallAnswer else { return response }
        guard takeFromBudget(count) else {
            return exchange.response(to: .overloaded(retryAfter: .seconds(1)))
        }
        heldBytes += count
        return response
    }

    /// Sends what is written, and ends the answer once the client has taken most of it: until then
    /// no further request is read, so that nobody can make the service hold many answers.
    func finish(_ exchange: Exchange) {
        guard let context else { return }
        context.flush()
        if context.channel.isWritable {
            end(exchange)
        } else {
            unfinished = exchange
            unfinishedSince = context.eventLoop.now
            watch(milliseconds: core.configuration.writeMilliseconds)
        }
    }

    /// Ends an answer; the connection goes on or ends.
    func end(_ exchange: Exchange) {
        guard let context else { return }
        releaseAnswer()
        if exchange.isPersistent, !isDraining {
            // Before the end is written: a request that was sent ahead is delivered by it.
            phase = exchange.isComplete ? .idle : .drainingBody
            watch(
                milliseconds: exchange.isComplete
                    ? core.configuration.idleMilliseconds : Self.lingeringMilliseconds)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            gate?.resume()
            return
        }
        phase = .ending
        watch(milliseconds: core.configuration.writeMilliseconds)
        let isComplete = exchange.isComplete
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            self.linger(unreadInput: !isComplete)
        }
        gate?.resume()
    }

    /// Closes; where the client may still be sending, only after it had time to read the answer:
    /// closing with unread input would tear the answer away from it.
    func linger(unreadInput: Bool) {
        guard let context else { return }
        if unreadInput {
            context.close(mode: .output, promise: nil)
            watch(milliseconds: Self.lingeringMilliseconds)
        } else {
            context.close(promise: nil)
        }
    }

    func writeContinue() {
        guard let context else { return }
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }
}
