import Synchronization

/// Selects one of several scoring services.
///
/// Selects the least busy one that is ready. Attempts and baselines exist only in the service that
/// created them, so their requests always go there.
final class Dispatcher: Sendable {
    /// Maximum number of remembered attempts and baselines; the oldest are dropped first, as in the
    /// services.
    static let capacity = 4096

    private struct State {
        var running: [Int]
        var homes: [String: Int] = [:]
        var order: [String] = []
        var next = 0
    }

    private let state: Mutex<State>

    /// Makes a dispatcher for a number of services.
    init(_ count: Int) {
        state = Mutex(State(running: Array(repeating: 0, count: count)))
    }

    /// Selects a service and counts the request; call ``end(_:)`` after the response.
    ///
    /// - Parameters:
    /// - name: The attempt or baseline concerned; nil for none.
    /// - isReady: Whether a service is ready.
    /// - Returns: The service's index; if none is ready, the next one.
    func begin(about name: String?, isReady: (Int) -> Bool) -> Int {
        state.withLock { state in
            // A service that is not ready has lost its attempts and baselines; another one reports
            // that, and the caller creates them again.
            var chosen = name.flatMap { state.homes[$0] }.flatMap { isReady($0) ? $0 : nil }
            if chosen == nil {
                // Starts at another service each time, so that idle services take turns.
                let count = state.running.count
                let turn = (0..<count).map { ($0 + state.next) % count }
                state.next = (state.next + 1) % count
                chosen =
                    turn.filter(isReady).min { state.running[$0] < state.running[$1] } ?? turn[0]
            }
            let index = chosen ?? 0
            state.running[index] += 1
            return index
        }
    }

    /// Counts the end of a request.
    func end(_ index: Int) { state.withLock { $0.running[index] -= 1 } }

    /// Records the service that created an attempt or a baseline.
    func note(_ name: String, at index: Int) {
        state.withLock { state in
            guard state.running.count > 1 else { return }
            if state.homes.updateValue(index, forKey: name) == nil { state.order.append(name) }
            guard state.order.count > Self.capacity else { return }
            for old in state.order.prefix(Self.capacity / 4) { state.homes[old] = nil }
            state.order.removeFirst(Self.capacity / 4)
        }
    }

    /// The number of pending requests of each service.
    var running: [Int] { state.withLock { $0.running } }
}
