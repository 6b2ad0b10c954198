public import Foundation
import Synchronization

/// Slows down who fails often from one address (A4, A7).
///
/// Each address has a bucket of failures that fills again with time. A right password takes nothing
/// out, so that a class that signs in from behind one address is not held up, however many there are;
/// an unknown name, a wrong password, a name that is taken take one. So names cannot be gathered.
public final class AddressThrottle: Sendable {
    /// How much an address may do.
    public struct Limits: Hashable, Sendable {
        /// How many failures may come at once.
        public var failures = 30
        /// After how many seconds one more may come.
        public var refillSeconds: Double = 10
        /// How many addresses are kept in mind; those that failed least are forgotten first.
        public var maximumAddresses = 20_000

        /// Makes the usual limits: 30 at once, 360 an hour.
        public init() {}
    }

    /// What an address has used, as of a moment.
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

    /// What an address counts as: itself for IPv4, its network of 64 bits for IPv6.
    public static func key(_ address: String) -> String { NetworkAddress.key(address) }

    /// In how many seconds an address may try again; nil where it may now.
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

    /// How many addresses are kept in mind.
    var count: Int { buckets.withLock { $0.count } }

    private func used(_ bucket: Bucket, _ now: Date) -> Double {
        max(0, bucket.used - max(0, now.timeIntervalSince(bucket.at)) / limits.refillSeconds)
    }

    /// Forgets those that may do everything again, and if that is not enough the quarter that used
    /// least: seldom, so that it costs little each time.
    private func makeRoom(_ buckets: inout [String: Bucket], _ now: Date) {
        buckets = buckets.filter { used($0.value, now) > 0 }
        guard buckets.count >= limits.maximumAddresses else { return }
        let least = buckets.sorted { used($0.value, now) < used($1.value, now) }
            .prefix(max(1, limits.maximumAddresses / 4))
        for (key, _) in least { buckets[key] = nil }
    }
}
