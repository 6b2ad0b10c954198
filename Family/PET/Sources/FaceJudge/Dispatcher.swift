import Synchronization

/// Which of several scoring services is asked.
///
/// The least busy that is ready; but an attempt and a baseline live in the memory of the service that
/// made them, and everything about them goes there.
final class Dispatcher: Sendable {
    /// How many attempts and baselines are kept in mind; the oldest are forgotten first, as the
    /// services themselves forget them.
    static let capacity = 4096

    private struct State {
        var running: [Int]
        var homes: [String: Int] = [:]
        var order: [String] = []
        var next = 0
    }

    private let state: Mutex<State>

    /// Makes a dispatcher for so many services.
    init(_ count: Int) {
        state = Mutex(State(running: Array(repeating: 0, count: count)))
    }

    /// Chooses a service and notes that it is asked; ``end(_:)`` is called when it has answered.
    ///
    /// - Parameters:
    ///   - name: the attempt or baseline that is asked about; nil where it is about none.
    ///   - isReady: whether a service is ready.
    /// - Returns: the service's position: where none is ready, the one whose turn it is.
    func begin(about name: String?, isReady: (Int) -> Bool) -> Int {
        state.withLock { state in
            // One that is away has forgotten everything: another says so, and it is begun anew.
            var chosen = name.flatMap { state.homes[$0] }.flatMap { isReady($0) ? $0 : nil }
            if chosen == nil {
                // From another one each time, so that two that are idle take turns.
                let count = state.running.count
                let turn = (0..<count).map { ($0 + state.next) % count }
                state.next = (state.next + 1) % count
                chosen =
                    turn.filter(isReady).min { state.running[$0] < state.running[$1] } ?? turn[0]
            }
            let place = chosen ?? 0
            state.running[place] += 1
            return place
        }
    }

    /// Notes that a service has answered.
    func end(_ place: Int) { state.withLock { $0.running[place] -= 1 } }

    /// Notes which service made an attempt or a baseline.
    func note(_ name: String, at place: Int) {
        state.withLock { state in
            guard state.running.count > 1 else { return }
            if state.homes.updateValue(place, forKey: name) == nil { state.order.append(name) }
            guard state.order.count > Self.capacity else { return }
            for old in state.order.prefix(Self.capacity / 4) { state.homes[old] = nil }
            state.order.removeFirst(Self.capacity / 4)
        }
    }

    /// How many requests each service is answering.
    var running: [Int] { state.withLock { $0.running } }
}
