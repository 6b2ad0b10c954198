import NIOCore

/// The memory that requests and answers take, and who gives way when there is none left.
extension HTTPConnection {
    /// A request or an answer that has been under way for less than this gives way to nobody.
    static let minStay = TimeAmount.milliseconds(250)

    /// Takes bytes from the budget; where they are not to be had, others give way who hold theirs
    /// for long: of the same peer, where it has as much as one peer may.
    func takeFromBudget(_ count: Int) -> Bool {
        while !loop.budget.mayHave(count, client.peer) {
            guard makeRoom(count, among: { $0.client.peer == self.client.peer }) else {
                return false
            }
        }
        while !loop.budget.has(count) {
            guard makeRoom(count, among: { _ in true }) else { return false }
        }
        return loop.budget.take(count, for: client.peer)
    }

    /// Lets one other connection give up what it holds; whether there was one.
    ///
    /// First goes who is longest about sending a request or taking an answer; then who has most of
    /// those whose work was not begun, if that is more than what is wanted.
    private func makeRoom(_ count: Int, among isOne: (HTTPConnection) -> Bool) -> Bool {
        guard let now = context?.eventLoop.now else { return false }
        let others = loop.connections.values.filter { $0 !== self && isOne($0) }
        let slow = others.compactMap { other in other.heldSince.map { (other, $0) } }
            .filter { now - $0.1 >= Self.minStay }
        if let slowest = slow.min(by: { $0.1 < $1.1 }) {
            slowest.0.abortSlowRequest()
            return true
        }
        let waiting = others.compactMap { other in
            if case .working(let exchange) = other.phase, exchange.takenBytes > count,
                exchange.job != nil
            {
                return (other, exchange)
            }
            return nil
        }
        for (other, exchange) in waiting.sorted(by: { $0.1.takenBytes > $1.1.takenBytes }) {
            guard let job = exchange.job, core.queue.withdraw(job) else { continue }
            exchange.job = nil
            other.answer(exchange, exchange.response(to: .overloaded(retryAfter: .seconds(1))))
            return true
        }
        return false
    }

    /// Since when it holds memory for somebody who is slow to send or to read; nil where it does not.
    private var heldSince: NIODeadline? {
        if heldBytes > 0, unfinished != nil { return unfinishedSince }
        if case .reading(let exchange) = phase, exchange.takenBytes > 0 { return exchange.arrival }
        return nil
    }

    private func abortSlowRequest() {
        if case .reading(let exchange) = phase {
            exchange.early = exchange.response(to: .requestTimeout)
            answerEarly(exchange)
        } else {
            abort()
            releaseAnswer()
        }
    }
}
