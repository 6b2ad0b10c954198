public import Foundation
import Synchronization

/// Throttles addresses with many failed attempts (A4, A7).
///
/// Each address has a token bucket of failures that refills with time. Unknown names, wrong
/// passwords and taken names use up a token, so names cannot be enumerated. Correct passwords use
/// none, so a class behind a single address can log in at any speed.
public final class AddressThrottle: Sendable {
    /// Limits of an address.
    public struct Limits: Hashable, Sendable {
        /// Number of failures allowed without a pause.
        public var failures = 30
        /// Interval after which one more failure is allowed, in seconds.
        public var refillSeconds: Double = 10
        /// Maximum number of remembered addresses; those with the fewest failures are removed
        /// first.
        public var maximumAddresses = 20_000

        /// Makes the usual limits: 30 at once, 360 an hour.
        public init() {}
    }

    /// The failures of an address at a point in time.
    private struct Bucket {
        var used: Double
        var at: Date
    }

    private let limits: Limits
    private let now: @Sendable () -> Date
    private let buckets = Mutex<[String: Bucket]>([:])

    /// Makes a throttle that knows no address yet.
    public init(limits: Limits = Limits(), now: @escaping @Sendable () -> Date = { Date() }) {
        self.limits = limits
        self.now = now
    }

    /// The key of an address: the address itself for IPv4, the 64-bit network for IPv6.
    public static func key(_ address: String) -> String { NetworkAddress.key(address) }

    /// Seconds until an address may try again; nil if it may now.
    public func secondsLeft(_ address: String) -> Double? {
        let now = now()
        let key = NetworkAddress.key(address)
        let used = buckets.withLock { buckets in buckets[key].map { self.used($0, now) } ?? 0 }
        let excess = used - Double(limits.failures - 1)
        return excess > 0 ? excess * limits.refillSeconds : nil
    }

    /// Notes a failure.
    public func noteFailure(_ address: String) {
        let now = now()
        let key = NetworkAddress.key(address)
        buckets.withLock { buckets in
            let before = buckets[key].map { used($0, now) } ?? 0
            if buckets[key] == nil, buckets.count >= limits.maximumAddresses {
                makeRoom(&buckets, now)
            }
            buckets[key] = Bucket(used: min(before + 1, Double(limits.failures)), at: now)
        }
    }

    /// Number of remembered addresses.
    var count: Int { buckets.withLock { $0.count } }

    private func used(_ bucket: Bucket, _ now: Date) -> Double {
        max(0, bucket.used - max(0, now.timeIntervalSince(bucket.at)) / limits.refillSeconds)
    }

    /// Forgets addresses with a full bucket and, if that is not enough, the quarter with the fewest
    /// failures, so that this rarely runs.
    private func makeRoom(_ buckets: inout [String: Bucket], _ now: Date) {
        buckets = buckets.filter { used($0.value, now) > 0 }
        guard buckets.count >= limits.maximumAddresses else { return }
        let least = buckets.sorted { used($0.value, now) < used($1.value, now) }
            .prefix(max(1, limits.maximumAddresses / 4))
        for (key, _) in least { buckets[key] = nil }
    }
}
