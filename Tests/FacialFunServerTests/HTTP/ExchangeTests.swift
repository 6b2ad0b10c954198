import NIOCore
import NIOHTTP1
import Testing

@testable import FacialFunServer

/// Progress of a response.
struct ExchangeTests {
    private let exchange = Exchange(
        head: HTTPRequestHead(version: .http1_1, method: .POST, uri: "/v1/score"),
        arrival: .now(), deadline: .now() + .seconds(1))

    @Test func responseStartsOnlyOnce() {
        #expect(exchange.isOpen && !exchange.isAnswered)
        #expect(exchange.begin())
        #expect(exchange.isAnswered && !exchange.isEnded)
        #expect(!exchange.begin())
        #expect(!exchange.begin(.events))
        #expect(exchange.stream == nil)
    }

    @Test func rejectionDoesNotChangeAStartedResponse() {
        #expect(exchange.begin(.events))
        exchange.refuse(.requestTimeout)
        #expect(exchange.stream == .events)
        exchange.end()
        exchange.refuse(.requestTimeout)
        #expect(exchange.isEnded)
    }

    @Test func rejectionIsDelayedUntilTheDelayEnds() {
        exchange.delay()
        #expect(exchange.isOpen)
        exchange.refuse(.overloaded(retryAfter: .seconds(1)))
        exchange.delay()
        guard case .delayed(let response) = exchange.state else {
            Issue.record("the rejection must be delayed")
            return
        }
        exchange.endDelay()
        guard case .refused(let same) = exchange.state else {
            Issue.record("the delay must end")
            return
        }
        #expect(response.status == .serviceUnavailable && same.status == response.status)
        #expect(exchange.begin())
    }

    @Test func requestWaitsForTheWarmUpOnlyOnce() {
        let request = ServiceRequest(
            deadline: exchange.deadline, arrival: exchange.arrival, holder: .process(1))
        exchange.wait(with: request)
        #expect(!exchange.isOpen && !exchange.isAnswered)
        #expect(exchange.resume() != nil)
        #expect(exchange.isOpen)
        #expect(exchange.resume() == nil)
    }

    @Test func unreadResponseRecordsWhenItsWaitStarted() {
        let now = NIODeadline.now()
        #expect(exchange.begin())
        #expect(exchange.unfinishedSince == nil)
        exchange.waitForClient(since: now)
        #expect(exchange.unfinishedSince == now)
        exchange.end()
        #expect(exchange.unfinishedSince == nil)
    }
}
