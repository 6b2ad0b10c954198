import NIOCore
import NIOHTTP1

/// Reading a request, under limits of time and size.
extension HTTPConnection {
    func begin(_ head: HTTPRequestHead) {
        guard case .idle = phase else { return }
        guard let arrival = context?.eventLoop.now else { return }
        watchdog?.cancel()
        (isHeadBegun, isHeadWatched) = (false, false)
        announcedLength =
            head.headers.contains(name: "transfer-encoding")
            ? nil : head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
        let standard = TimeAmount.milliseconds(Int64(core.configuration.deadlineMilliseconds))
        let exchange = Exchange(
            head: head, arrival: arrival,
            deadline: arrival + DeadlineMargin.allowance(of: standard))
        phase = .reading(exchange)
        if isDraining { exchange.keepsAlive = false }
        do throws(Problem) {
            if isOneTooMany { throw Problem.tooManyConnections }
            exchange.early = try RequestCheck(core: core, kind: kind).check(exchange)
            try refuseIfHopeless(exchange)
            try refuseWithoutRoom(exchange)
        } catch {
            exchange.early = exchange.response(to: error)
            exchange.drainsBody = error.isOverload && exchange.hasShortBody
        }
        if exchange.early != nil {
            if exchange.isHeldBack {
                exchange.timer = schedule(in: RefusalThrottle.delay(before: exchange)) {
                    $0.answerHeldBack(exchange)
                }
            } else if exchange.hasBody {
                // A body that nobody wants is not waited for.
                answerEarly(exchange)
            }
            return
        }
        exchange.timer = schedule(at: exchange.deadline) { $0.timedOut(exchange) }
        let grace = TimeAmount.milliseconds(Int64(core.configuration.bodyGraceMilliseconds))
        if exchange.hasBody, exchange.deadline > arrival + grace {
            watchRate(of: exchange, after: grace)
        }
        // Who speaks HTTP/1.0 knows no answer before the answer (RFC 9110, section 10.1.1).
        if exchange.hasBody, head.version.minor > 0, head.headers.contains(name: "expect") {
            writeContinue()
        }
    }

    /// Refuses work by the request's head alone, where it would be refused with its body, too: who
    /// asks again and again must not cost those who are served the time to read pictures in vain.
    private func refuseIfHopeless(_ exchange: Exchange) throws(Problem) {
        guard exchange.early == nil, exchange.match?.route.needsWorker == true,
            let retryAfter = core.queue.refusal(of: exchange.deadline, from: client)
        else { return }
        exchange.isHeldBack = exchange.arrival < retryNotBefore
        retryNotBefore = exchange.arrival + RefusalThrottle.retryAfter(retryAfter)
        throw Problem.overloaded(retryAfter: retryAfter)
    }

    private func answerHeldBack(_ exchange: Exchange) {
        guard self.exchange === exchange else { return }
        exchange.isHeldBack = false
        answerEarly(exchange)
    }

    /// Refuses a body for which there is no room now; what there is room for is taken as it comes, so
    /// that bytes that are announced and never sent cost nobody anything.
    private func refuseWithoutRoom(_ exchange: Exchange) throws(Problem) {
        guard exchange.early == nil, exchange.hasBody, let count = announcedLength else { return }
        guard count <= core.configuration.bodyBudget else {
            throw Problem.overloaded(retryAfter: .seconds(1))
        }
    }

    /// Sees again and again that a body comes: one of which no more comes than a byte now and then is
    /// given up, however long its deadline is.
    private func watchRate(of exchange: Exchange, after pause: TimeAmount) {
        exchange.rateTimer = schedule(in: pause) { connection in
            guard case .reading(let current) = connection.phase, current === exchange,
                exchange.early == nil, let now = connection.context?.eventLoop.now
            else { return }
            let configuration = connection.core.configuration
            let grace = TimeAmount.milliseconds(Int64(configuration.bodyGraceMilliseconds))
            let late = Double((now - exchange.arrival - grace).nanoseconds) / 1e9
            let least = Int(late * Double(configuration.minBodyBytesPerSecond))
            if exchange.body.count <= least {
                connection.timedOut(exchange)
            } else {
                connection.watchRate(of: exchange, after: .milliseconds(250))
            }
        }
    }

    func take(_ bytes: ByteBuffer) {
        if case .ending = phase { return passOver(bytes.readableBytes) }
        guard case .reading(let exchange) = phase, exchange.early == nil else { return }
        let count = exchange.body.count + bytes.readableBytes
        let limit = exchange.bodyLimit(core.configuration)
        do throws(Problem) {
            guard count <= limit else { throw Problem.tooManyBytes(limit: limit) }
            guard takeFromBudget(bytes.readableBytes) else {
                throw Problem.overloaded(retryAfter: .seconds(1))
            }
            exchange.takenBytes += bytes.readableBytes
            if exchange.body.isEmpty, let length = announcedLength {
                exchange.body.reserveCapacity(min(length, limit))
            }
            exchange.body.append(contentsOf: bytes.readableBytesView)
        } catch {
            exchange.early = exchange.response(to: error)
            answerEarly(exchange)
        }
    }

    /// Lets go what comes after the last answer, within limits.
    func passOver(_ count: Int) {
        lingeringBytes += count
        if lingeringBytes > Self.maxLingeringBytes { abort() }
    }

    func complete() {
        if case .drainingBody = phase {
            phase = .idle
            watch(milliseconds: core.configuration.idleMilliseconds)
            return
        }
        guard case .reading(let exchange) = phase else { return }
        exchange.isComplete = true
        if exchange.isHeldBack {
            phase = .working(exchange)
        } else if let early = exchange.early {
            answer(exchange, early)
        } else {
            dispatch(exchange)
        }
    }

    func timedOut(_ exchange: Exchange) {
        switch phase {
        case .reading:
            exchange.early = exchange.response(to: .requestTimeout)
            answerEarly(exchange)
        case .working:
            if let job = exchange.job { core.queue.abandon(job) }
            let problem: Problem =
                exchange.waiting == nil
                ? .deadlineExceeded : .notReady("The service is still warming up.")
            answer(exchange, exchange.response(to: problem))
        case .idle, .drainingBody, .streaming, .ending: break
        }
    }

    /// Answers before the request's end; what still comes of it is let go.
    func answerEarly(_ exchange: Exchange) {
        guard let early = exchange.early else { return }
        if !exchange.drainsBody { exchange.keepsAlive = false }
        answer(exchange, early)
    }
}
