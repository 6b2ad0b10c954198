import FaceJudge
import HTTPTypes
import Hummingbird
import Synchronization
import Testing

@testable import FamilyWeb
@testable import TrainerServer
@testable import TrainerStore

@Suite struct PublicLimitsTests {
    /// A clock in seconds that goes when it is told to.
    final class Clock: Sendable {
        private let seconds = Mutex(0.0)
        var now: Double { seconds.withLock { $0 } }
        func advance(by more: Double) { seconds.withLock { $0 += more } }
    }

    @Test func `A key may do its burst at once and its rate after that`() {
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

    @Test func `A storm of addresses does not fill the memory, nor free the one that is held`() {
        let clock = Clock()
        let limiter = RateLimiter(.init(burst: 3, perSecond: 0.1), clock: { clock.now })
        for _ in 0..<3 { #expect(limiter.take("held") == nil) }
        for number in 0..<(RateLimiter.capacity * 2) { _ = limiter.take("\(number)") }
        #expect(limiter.count <= RateLimiter.capacity)
        #expect(limiter.take("held") != nil)
    }

    @Test
    func `Only a proxy on this machine says where a request comes from, and only what it added`() {
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

    @Test func `The figures are Prometheus' text, and each family is declared once`() {
        let metrics = ServerMetrics()
        for seconds in [0.001, 0.02, 0.7, 99] {
            metrics.begin()
            metrics.end(
                .init(route: "/api/rounds/{id}", method: "GET", status: 200), seconds: seconds)
        }
        let text = MetricsText.text(
            metrics, size: StoreSize(accounts: 3, players: 4, sessions: 1, bytes: 4096),
            judges: [.ready, .away(.init(.ended, "It ended.", remedy: "It is started again."))])
        let lines = text.split(separator: "\n")
        let types = lines.filter { $0.hasPrefix("# TYPE") }
        #expect(Set(types).count == types.count)
        for line in lines where !line.hasPrefix("#") {
            let isSample =
                line.wholeMatch(of: /[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [0-9.e+-]+/) != nil
            #expect(isSample, "\(line)")
        }
        #expect(
            text.contains(
                #"pet_requests_total{method="GET",route="/api/rounds/{id}",status="200"} 4"#))
        #expect(text.contains(#"pet_request_seconds_bucket{le="0.025"} 2"#))
        #expect(text.contains(#"pet_request_seconds_bucket{le="+Inf"} 4"#))
        #expect(text.contains(#"pet_judge_ready{service="1"} 1"#))
        #expect(text.contains(#"pet_judge_ready{service="2"} 0"#))
        #expect(text.contains("pet_requests_running 0"))
    }
}
