import NIOCore

/// Gives those who have sent requests ahead their turns, one request each.
///
/// After each turn the event loop does everything else first, for at least as long as the turn took:
/// what was sent ahead gets at most half of the loop's time, however many send it.
final class RoundRobinScheduler {
    /// The shortest time between two turns.
    static let minPause = TimeAmount.microseconds(50)

    private var waiting = CircularBuffer<RequestGate>()
    private var isScheduled = false
    private var next = NIODeadline.uptimeNanoseconds(0)

    /// Lets a gate wait for its turn.
    func enter(_ gate: RequestGate, on eventLoop: any EventLoop) {
        waiting.append(gate)
        schedule(on: eventLoop)
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
            self.next = end + (end - start)
            self.schedule(on: eventLoop)
        }
    }
}
