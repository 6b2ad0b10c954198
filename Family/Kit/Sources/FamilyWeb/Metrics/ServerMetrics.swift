import Foundation
import Synchronization

/// The server's own metrics, without names, addresses or accounts.
public final class ServerMetrics: Sendable {
    /// The upper bounds of the latency histogram, in seconds.
    package static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// The labels by which requests are counted.
    package struct Kind: Hashable, Sendable {
        /// The route's pattern, never the path itself.
        package let route: String
        package let method: String
        package let status: Int
    }

    package struct State {
        package var requests: [Kind: Int] = [:]
        package var buckets = [Int](repeating: 0, count: bounds.count + 1)
        package var seconds = 0.0
        package var running = 0
    }

    private let state = Mutex(State())
    private let begun = Date()

    /// Makes metrics with all counters at zero.
    public init() {}

    package func begin() { state.withLock { $0.running += 1 } }

    package func end(_ kind: Kind, seconds: Double) {
        state.withLock { state in
            state.running -= 1
            state.requests[kind, default: 0] += 1
            state.seconds += seconds
            let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
            state.buckets[index] += 1
        }
    }

    package var current: State { state.withLock { $0 } }
    package var startSeconds: Double { begun.timeIntervalSince1970 }
}
