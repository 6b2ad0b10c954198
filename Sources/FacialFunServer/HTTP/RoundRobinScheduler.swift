import NIOCore

/// Lets connections with pipelined requests take turns, one request each.
///
/// After each turn the event loop handles everything else. Pipelined requests thus get at most
/// ``maxShare`` of the loop's time, regardless of the number of clients.
final class RoundRobinScheduler {
    /// The largest share of the event loop's time for pipelined requests.
    static let maxShare = 0.5
    /// Minimum time between two turns.
    static let minPause = TimeAmount.microseconds(50)

    private var waiting = CircularBuffer<RequestGate>()
    private var isScheduled = false
    private var next = NIODeadline.uptimeNanoseconds(0)

    /// Queues a gate for its turn.
    func enter(_ gate: RequestGate, on eventLoop: any EventLoop) {
        waiting.append(gate)
        schedule(on: eventLoop)
    }

    /// The time between a turn and the next one.
    static func pause(after turn: TimeAmount) -> TimeAmount {
        .nanoseconds(Int64(Double(turn.nanoseconds) * (1 / maxShare - 1)))
    }

    private func schedule(on eventLoop: any EventLoop) {
        guard !isScheduled, !waiting.isEmpty else { return }
        isScheduled = true
        // Delayed: tasks that are already due run before the sockets are polled.
        let earliest = eventLoop.now + Self.minPause
        eventLoop.assumeIsolated().scheduleTask(deadline: max(next, earliest)) {
            self.isScheduled = false
            guard let gate = self.waiting.popFirst() else { return }
            let start = eventLoop.now
            gate.takeTurn()
            let end = eventLoop.now
            self.next = end + Self.pause(after: end - start)
            self.schedule(on: eventLoop)
        }
    }
}
