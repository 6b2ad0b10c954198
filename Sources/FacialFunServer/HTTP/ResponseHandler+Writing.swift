import NIOCore
import NIOHTTP1

/// Writes a response to its end.
extension ResponseHandler {
    /// Responses up to this size are always created, regardless of the memory budget.
    private static let smallAnswer = 32_768

    /// Sends a rejection; the rest of a request that is answered before its end is discarded.
    func answerEarly(_ exchange: Exchange, _ response: ServiceResponse) {
        if !exchange.isComplete, !exchange.drainsBody { exchange.keepsAlive = false }
        answer(exchange, response)
    }

    /// Sends the response of a request, unless it was already answered, for example at its
    /// deadline.
    func answer(_ exchange: Exchange, _ response: ServiceResponse) {
        guard let context, exchange.begin() else { return }
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

    /// The response if its memory fits the budget, otherwise a rejection.
    private func affordable(
        _ response: ServiceResponse, for exchange: Exchange
    ) -> ServiceResponse {
        let count = response.body.count
        // Responses of this size, including rejections, fit into the socket's buffer and are always
        // sent.
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
            exchange.waitForClient(since: context.eventLoop.now)
            connection.watch(milliseconds: connection.configuration.writeMilliseconds)
        }
    }

    /// Ends a response; reuses or closes the connection.
    func end(_ exchange: Exchange) {
        guard let context else { return }
        exchange.end()
        releaseAnswer(exchange)
        let isComplete = exchange.isComplete
        if exchange.isPersistent, !isDraining {
            // Before the end is written, which may deliver a pipelined request.
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

    /// Marks the connection as closing after this response.
    func becomeEnding() {
        connection.exchange = nil
        connection.isEnding = true
    }

    /// Closes the connection.
    ///
    /// If the client may still be sending, it gets time to read the response first: closing with
    /// unread input would reset the connection and lose the response.
    func linger(unreadInput: Bool) {
        guard let context else { return }
        guard unreadInput else { return connection.abort() }
        context.close(mode: .output, promise: nil)
        connection.watch(milliseconds: Connection.lingeringMilliseconds)
    }

    /// Releases the memory of a request, and cancels its work.
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
    }

    /// Releases the memory of its response.
    func releaseAnswer(_ exchange: Exchange) {
        connection.loop.budget.release(exchange.heldBytes, of: connection.client.peer)
        exchange.heldBytes = 0
    }
}
