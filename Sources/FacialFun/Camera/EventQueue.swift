import FacialFunWire
import NeuralNetwork

/// Queue from the capture thread to the consumer: one slot for the newest frame, and the camera's
/// other events in order.
final class EventQueue: Sendable {
    private struct State {
        var events: [CameraEvent] = []
        var counters = CaptureCounters()
        var isEnded = false
        /// The waiting task; at most one.
        var waiter: CheckedContinuation<CameraEvent?, Never>?
    }

    /// Result of waiting for an event.
    enum TakeResult: Sendable {
        case event(CameraEvent)
        case ended
    }

    /// Maximum number of pending connection events.
    private static let maxEvents = 16

    private let state = Monitor(State())

    /// Frame counts so far.
    var counters: CaptureCounters { state.withLock { $0.counters } }

    /// Counts.
    func count(_ change: (inout CaptureCounters) -> Void) {
        state.withLock { change(&$0.counters) }
    }

    /// Adds an event; a frame replaces the previous one.
    func put(_ event: CameraEvent) {
        var replaced: CameraEvent?
        let waiter = state.withLock { state -> CheckedContinuation<CameraEvent?, Never>? in
            if case .frame = event {
                state.counters.frames += 1
                if let index = state.events.firstIndex(where: \.isFrame) {
                    // Releases the old frame, and thus its buffer, outside the lock.
                    replaced = state.events.remove(at: index)
                    state.counters.replaced += 1
                }
            } else if state.events.count >= Self.maxEvents {
                state.events.removeFirst()
            }
            if let waiter = state.waiter {
                state.waiter = nil
                return waiter
            }
            state.events.append(event)
            return nil
        }
        withExtendedLifetime(replaced) {}
        waiter?.resume(returning: event)
    }

    /// Ends the queue; pending events can still be taken.
    func end() {
        let waiter = state.withLock { state in
            state.isEnded = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }

    /// Takes the next event, on a thread that may block.
    ///
    /// - Parameter deadline: On ``MonotonicClock``, in nanoseconds; nil for none.
    /// - Returns: The event, or the end of the stream; nil at the deadline.
    func take(until deadline: Int64?) -> TakeResult? {
        state.wait(until: deadline) { state in
            if !state.events.isEmpty { return .event(state.events.removeFirst()) }
            return state.isEnded ? .ended : nil
        }
    }

    /// Takes the next event without blocking a thread; nil at the end, or if the task is canceled.
    func next() async -> CameraEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enum Answer {
                    case now(CameraEvent?)
                    case later
                }
                let answer = state.withLock { state -> Answer in
                    if !state.events.isEmpty { return .now(state.events.removeFirst()) }
                    // Checked under the lock, because a cancellation takes the same lock to find
                    // the waiting task.
                    if state.isEnded || Task.isCancelled { return .now(nil) }
                    precondition(state.waiter == nil, "only one task at a time can take frames")
                    state.waiter = continuation
                    return .later
                }
                if case .now(let event) = answer { continuation.resume(returning: event) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: nil)
        }
    }
}

extension CameraEvent {
    /// Whether this is a frame.
    fileprivate var isFrame: Bool {
        if case .frame = self { return true }
        return false
    }
}
