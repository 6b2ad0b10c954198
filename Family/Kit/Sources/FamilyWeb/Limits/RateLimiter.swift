import Foundation
import Synchronization

/// Token buckets: each key may do so much at once, and so much a second after that.
package final class RateLimiter: Sendable {
    /// How much a key may do.
    package struct Rate: Hashable, Sendable {
        /// How much at once.
        package let burst: Double
        /// How much a second, over any longer time.
        package let perSecond: Double

        /// Makes a rate.
        package init(burst: Double, perSecond: Double) {
            self.burst = burst
            self.perSecond = perSecond
        }
    }

    /// How many keys are kept in mind; the ones that may do most are forgotten first.
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
    ///   - rate: How much each key may do.
    ///   - clock: Seconds on a clock that only goes forward.
    package init(_ rate: Rate, clock: @escaping @Sendable () -> Double) {
        self.rate = rate
        self.clock = clock
    }

    /// Lets a key do one thing more.
    ///
    /// - Returns: nil where it may; else in how many seconds it may again.
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

    /// How many keys are kept in mind.
    package var count: Int { buckets.withLock { $0.count } }

    private func makeRoom(_ buckets: inout [String: Bucket], _ now: Double) {
        func left(_ bucket: Bucket) -> Double {
            bucket.left + (now - bucket.at) * rate.perSecond
        }
        buckets = buckets.filter { left($0.value) < rate.burst }
        guard buckets.count >= Self.capacity else { return }
        // All are busy: the quarter that may do most is forgotten, seldom, so that it costs little.
        let most = buckets.sorted { left($0.value) > left($1.value) }.prefix(Self.capacity / 4)
        for (key, _) in most { buckets[key] = nil }
    }
}
