import NIOCore
import NIOHTTP1

/// Reading a request, under limits of time and size.
extension HTTPConnection {
    func begin(_ head: HTTPRequestHead) {
        guard case .idle = phase else { return }
        guard let arrival = context?.eventLoop.now else { return }
        watchdog?.cancel()
        (isHeadBegun, isHeadWatched) = (false, false)
        let standard = TimeAmount.milliseconds(Int64(core.configuration.deadlineMilliseconds))
        let exchange = Exchange(
            head: head, arrival: arrival,
            deadline: arrival + DeadlineReserve.allowance(of: standard))
        phase = .reading(exchange)
        if isDraining { exchange.keepsAlive = false }
        do throws(Problem) {
            if isOneTooMany { throw Problem.tooManyConnections }
            exchange.early = try RequestCheck(core: core, kind: kind).check(exchange)
            try refuseIfHopeless(exchange)
            try takeAnnouncedBytes(exchange)
        } catch {
            exchange.early = exchange.response(to: error)
            exchange.passesBodyOver = error.isOverload && exchange.hasShortBody
        }
        if exchange.early != nil {
            if exchange.isHeldBack {
                exchange.timer = schedule(in: RefusalPace.pause(before: exchange)) {
                    $0.answerHeldBack(exchange)
                }
            } else if exchange.hasBody {
                // A body that nobody wants is not waited for.
                answerEarly(exchange)
            }
            return
        }
        exchange.timer = schedule(at: exchange.deadline) { $0.timedOut(exchange) }
        // Who speaks HTTP/1.0 knows no answer before the answer (RFC 9110, section 10.1.1).
        if exchange.hasBody, head.version.minor > 0, head.headers.contains(name: "expect") {
            writeContinue()
        }
    }

    /// Refuses work by the request's head alone, where it would be refused with its body, too: who
    /// asks again and again must not cost those who are served the time to read pictures in vain.
    private func refuseIfHopeless(_ exchange: Exchange) throws(Problem) {
        guard exchange.early == nil, exchange.match?.route.needsWorker == true,
            let retryAfter = core.queue.refusal(of: exchange.deadline)
        else { return }
        exchange.isHeldBack = exchange.arrival < staysAwayUntil
        staysAwayUntil = exchange.arrival + RefusalPace.absence(retryAfter)
        throw Problem.overloaded(retryAfter: retryAfter)
    }

    private func answerHeldBack(_ exchange: Exchange) {
        guard self.exchange === exchange else { return }
        exchange.isHeldBack = false
        answerEarly(exchange)
    }

    func takeAnnouncedBytes(_ exchange: Exchange) throws(Problem) {
        guard exchange.early == nil, exchange.hasBody,
            let count = exchange.head.headers.first(name: "content-length").flatMap({ Int($0) })
        else { return }
        try takeFromBudget(count, exchange)
        exchange.body.reserveCapacity(count)
    }

    func takeFromBudget(_ count: Int, _ exchange: Exchange) throws(Problem) {
        guard loop.budget.take(count) else {
            throw Problem.overloaded(retryAfter: .seconds(1))
        }
        exchange.takenBytes += count
    }

    func take(_ bytes: ByteBuffer) {
        if case .ending = phase { return passOver(bytes) }
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

    /// Lets go what comes after the last answer, within limits.
    private func passOver(_ bytes: ByteBuffer) {
        lingeringBytes += bytes.readableBytes
        if lingeringBytes > Self.mostLingeringBytes { abort() }
    }

    func complete() {
        if case .passingOver = phase {
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
            answer(exchange, exchange.response(to: .deadlineExceeded))
        case .idle, .passingOver, .streaming, .ending: break
        }
    }

    /// Answers before the request's end; what still comes of it is let go.
    func answerEarly(_ exchange: Exchange) {
        guard let early = exchange.early else { return }
        if !exchange.passesBodyOver { exchange.keepsAlive = false }
        answer(exchange, early)
    }
}
