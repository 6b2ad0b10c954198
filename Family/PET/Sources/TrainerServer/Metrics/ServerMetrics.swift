import Foundation
import Synchronization

/// What the server counts of itself, without a name, an address or an account in it.
public final class ServerMetrics: Sendable {
    /// The upper bounds of the histogram of times, in seconds.
    static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// What requests are told apart by.
    struct Kind: Hashable, Sendable {
        /// The route's pattern, never the path itself.
        let route: String
        let method: String
        let status: Int
    }

    struct State {
        var requests: [Kind: Int] = [:]
        var buckets = [Int](repeating: 0, count: bounds.count + 1)
        var seconds = 0.0
        var running = 0
    }

    private let state = Mutex(State())
    private let begun = Date()

    /// Begins to count.
    public init() {}

    func begin() { state.withLock { $0.running += 1 } }

    func end(_ kind: Kind, seconds: Double) {
        state.withLock { state in
            state.running -= 1
            state.requests[kind, default: 0] += 1
            state.seconds += seconds
            let place = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
            state.buckets[place] += 1
        }
    }

    var current: State { state.withLock { $0 } }
    var startSeconds: Double { begun.timeIntervalSince1970 }
}
