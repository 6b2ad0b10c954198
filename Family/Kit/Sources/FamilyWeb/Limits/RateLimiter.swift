import Foundation
import Synchronization

/// Token buckets: each key is allowed a burst, and then a steady rate.
package final class RateLimiter: Sendable {
    /// The permitted rate of one key.
    package struct Rate: Hashable, Sendable {
        /// Number of actions permitted in a burst.
        package let burst: Double
        /// Number of actions permitted per second in the long run.
        package let perSecond: Double

        /// Makes a rate.
        package init(burst: Double, perSecond: Double) {
            self.burst = burst
            self.perSecond = perSecond
        }
    }

    /// Maximum number of stored keys.
    ///
    /// Those with the most tokens are dropped first.
    package static let capacity = 20_000

    private struct Bucket {
        var left: Double
        var at: Double
    }

    private let rate: Rate
    private let clock: @Sendable () -> Double
    private let buckets = Mutex<[String: Bucket]>([:])

    /// Makes a limiter.
    ///
    /// - Parameters:
    ///   - rate: The rate of each key.
    ///   - clock: Seconds of a monotonic clock.
    package init(_ rate: Rate, clock: @escaping @Sendable () -> Double) {
        self.rate = rate
        self.clock = clock
    }

    /// Takes one token of a key.
    ///
    /// - Returns: nil if there was one; otherwise the seconds until the next.
    package func take(_ key: String) -> Double? {
        let now = clock()
        return buckets.withLock { buckets in
            var bucket = buckets[key] ?? Bucket(left: rate.burst, at: now)
            bucket.left = min(rate.burst, bucket.left + max(0, now - bucket.at) * rate.perSecond)
            bucket.at = now
            if buckets[key] == nil, buckets.count >= Self.capacity { makeRoom(&buckets, now) }
            guard bucket.left >= 1 else {
                buckets[key] = bucket
                return (1 - bucket.left) / rate.perSecond
            }
            bucket.left -= 1
            buckets[key] = bucket
            return nil
        }
    }

    /// Seconds since the first call, from a monotonic clock.
    package static let uptime: @Sendable () -> Double = {
        let start = ContinuousClock.Instant.now
        return {
            let passed = (ContinuousClock.Instant.now - start).components
            return Double(passed.seconds) + Double(passed.attoseconds) * 1e-18
        }
    }()

    /// The number of stored keys.
    package var count: Int { buckets.withLock { $0.count } }

    private func makeRoom(_ buckets: inout [String: Bucket], _ now: Double) {
        func left(_ bucket: Bucket) -> Double {
            bucket.left + (now - bucket.at) * rate.perSecond
        }
        buckets = buckets.filter { left($0.value) < rate.burst }
        guard buckets.count >= Self.capacity else { return }
        // No bucket is full, so the quarter with the most tokens is dropped. Dropping many at a
        // time makes this sort rare.
        let most = buckets.sorted { left($0.value) > left($1.value) }.prefix(Self.capacity / 4)
        for (key, _) in most { buckets[key] = nil }
    }
}
