import NIOCore
import NIOHTTP1

/// Writing an answer to its end.
extension ResponseHandler {
    /// Responses up to this size are always created, regardless of the memory budget.
    private static let smallAnswer = 32_768

    /// Answers what is refused; what still comes of a request that is answered before its end is let
    /// go.
    func answerEarly(_ exchange: Exchange) {
        guard let early = exchange.early else { return }
        if !exchange.isComplete, !exchange.drainsBody { exchange.keepsAlive = false }
        answer(exchange, early)
    }

    /// Answers a request, unless it was answered before: at its deadline, perhaps.
    func answer(_ exchange: Exchange, _ response: ServiceResponse) {
        guard let context, !exchange.isAnswered else { return }
        exchange.isAnswered = true
        release(exchange)
        let response = affordable(response, for: exchange)
        let duration = context.eventLoop.now - exchange.arrival
        core.metrics.count(
            route: exchange.match?.route.template, response: response, problem: exchange.problem,
            seconds: Double(duration.nanoseconds) / 1e9)
        if isDraining { exchange.keepsAlive = false }
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
        guard connection.loop.take(count, for: connection) else {
            return exchange.response(to: .overloaded(retryAfter: .seconds(1)))
        }
        exchange.heldBytes += count
        return response
    }

    /// Flushes the response and ends it when the client has read most of it.
    ///
    /// No further request is read before, so clients cannot accumulate responses in memory.
    func finish(_ exchange: Exchange) {
        guard let context else { return }
        context.flush()
        if context.channel.isWritable {
            end(exchange)
        } else {
            exchange.unfinishedSince = context.eventLoop.now
            connection.watch(milliseconds: connection.configuration.writeMilliseconds)
        }
    }

    /// Ends a response; reuses or closes the connection.
    func end(_ exchange: Exchange) {
        guard let context else { return }
        exchange.unfinishedSince = nil
        exchange.isEnded = true
        releaseAnswer(exchange)
        let isComplete = exchange.isComplete
        if exchange.isPersistent, !isDraining {
            // Before the end is written: a request that was sent ahead is delivered by it.
            if isComplete {
                connection.becomeIdle()
            } else {
                connection.watch(milliseconds: Connection.lingeringMilliseconds)
            }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        } else {
            becomeEnding()
            connection.watch(milliseconds: connection.configuration.writeMilliseconds)
            context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
                self.linger(unreadInput: !isComplete)
            }
        }
        gate.resume()
    }

    /// Has had its last request.
    func becomeEnding() {
        connection.exchange = nil
        connection.isEnding = true
    }

    /// Closes; where the client may still be sending, only after it had time to read the answer:
    /// closing with unread input would tear the answer away from it.
    func linger(unreadInput: Bool) {
        guard let context else { return }
        guard unreadInput else { return connection.abort() }
        context.close(mode: .output, promise: nil)
        connection.watch(milliseconds: Connection.lingeringMilliseconds)
    }

    /// Gives back what a request holds, and tells those who work for it.
    func release(_ exchange: Exchange) {
        exchange.timer?.cancel()
        exchange.rateTimer?.cancel()
        if let job = exchange.job { core.queue.abandon(job) }
        exchange.job = nil
        exchange.subscription?.cancel()
        exchange.subscription = nil
        connection.loop.budget.release(exchange.takenBytes, of: connection.client.peer)
        exchange.takenBytes = 0
        exchange.body = []
        exchange.waiting = nil
    }

    /// Gives back what its answer holds.
    func releaseAnswer(_ exchange: Exchange) {
        connection.loop.budget.release(exchange.heldBytes, of: connection.client.peer)
        exchange.heldBytes = 0
    }
}
