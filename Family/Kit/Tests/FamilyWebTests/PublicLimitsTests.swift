import HTTPTypes
import Hummingbird
import Synchronization
import Testing

@testable import FamilyWeb

@Suite struct PublicLimitsTests {
    /// A clock in seconds that advances only on request.
    final class Clock: Sendable {
        private let seconds = Mutex(0.0)
        var now: Double { seconds.withLock { $0 } }
        func advance(by more: Double) { seconds.withLock { $0 += more } }
    }

    @Test func `A client may send a burst at once and then a steady rate`() {
        let clock = Clock()
        let limiter = RateLimiter(.init(burst: 5, perSecond: 2), clock: { clock.now })
        for _ in 0..<5 { #expect(limiter.take("a") == nil) }
        #expect(limiter.take("a") == 0.5)
        #expect(limiter.take("b") == nil)
        clock.advance(by: 0.5)
        #expect(limiter.take("a") == nil)
        #expect(limiter.take("a") != nil)
        clock.advance(by: 1000)
        for _ in 0..<5 { #expect(limiter.take("a") == nil) }
        #expect(limiter.take("a") != nil)
    }

    @Test
    func `Requests from many addresses neither fill the memory nor release a blocked address`() {
        let clock = Clock()
        let limiter = RateLimiter(.init(burst: 3, perSecond: 0.1), clock: { clock.now })
        for _ in 0..<3 { #expect(limiter.take("held") == nil) }
        for number in 0..<(RateLimiter.capacity * 2) { _ = limiter.take("\(number)") }
        #expect(limiter.count <= RateLimiter.capacity)
        #expect(limiter.take("held") != nil)
    }

    @Test
    func `Only a local proxy sets the client address, by the last entry it added`() {
        func address(_ told: [String], from peer: String) -> String {
            var head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
            for line in told { head.headerFields.append(.init(name: .xForwardedFor, value: line)) }
            return ForwardedAddress.address(
                of: Request(head: head, body: .init(buffer: .init())), from: peer)
        }
        #expect(address([], from: "127.0.0.1") == "127.0.0.1")
        #expect(address(["203.0.113.7"], from: "127.0.0.1") == "203.0.113.7")
        #expect(address(["6.6.6.6, 203.0.113.7"], from: "::1") == "203.0.113.7")
        #expect(address(["6.6.6.6", "203.0.113.7"], from: "127.0.0.1") == "203.0.113.7")
        #expect(address(["6.6.6.6"], from: "198.51.100.1") == "198.51.100.1")
        #expect(address([""], from: "127.0.0.1") == "127.0.0.1")
        #expect(address([String(repeating: "9", count: 99)], from: "127.0.0.1") == "127.0.0.1")
    }
}
