import Foundation
import HTTPTypes
import Hummingbird
import NIOHTTP1
import Testing

@testable import FamilyWeb

/// A responder that is never called.
struct NeverResponder: HTTPResponder {
    func respond(to request: Request, context: FamilyContext) async throws -> Response {
        throw HTTPError(.notFound)
    }
}

/// Tests the checks before the routes: connections, request heads, the memory for bodies.
struct ConnectionTests {
    // MARK: - Connections

    @Test func newConnectionReplacesTheLongestIdleOneOfItsAddress() {
        let ledger = ConnectionLedger(total: 100, perAddress: 3)
        let handlers = (0..<5).map { _ in ConnectionHandler(ledger: ledger) }
        for handler in handlers.prefix(3) { #expect(ledger.open(handler, address: "10.0.0.1")) }
        ledger.begin(handlers[0])
        #expect(ledger.open(handlers[3], address: "10.0.0.1"))
        #expect(ledger.count == 3)
        for handler in handlers { ledger.begin(handler) }
        #expect(!ledger.open(handlers[4], address: "10.0.0.1"), "all are busy")
        // Another address is not affected.
        #expect(ledger.open(ConnectionHandler(ledger: ledger), address: "10.0.0.2"))
        ledger.end(handlers[2])
        #expect(ledger.open(handlers[4], address: "10.0.0.1"))
        #expect(ledger.count == 4)
        for handler in handlers { ledger.close(handler) }
        #expect(ledger.count == 1)
    }

    @Test func totalLimitClosesAConnectionOfTheBusiestAddress() {
        let ledger = ConnectionLedger(total: 10)
        let others = ConnectionHandler(ledger: ledger)
        #expect(ledger.open(others, address: "10.0.0.1"))
        // A proxy on this machine connects for all clients, so it has no limit of its own.
        let many = (0..<50).map { _ in ConnectionHandler(ledger: ledger) }
        for handler in many { #expect(ledger.open(handler, address: "127.0.0.1")) }
        #expect(ledger.count == 10)
        ledger.close(others)
        #expect(ledger.count == 9, "the other address's was closed")
    }

    @Test func connectionIsCountedOnce() {
        let ledger = ConnectionLedger(total: 2)
        let handler = ConnectionHandler(ledger: ledger)
        #expect(ledger.open(handler, address: "::1"))
        ledger.close(handler)
        ledger.close(handler)
        #expect(ledger.count == 0)
    }

    // MARK: - Heads

    private func head(
        _ uri: String = "/login", version: HTTPVersion = .http1_1, _ fields: [(String, String)] = []
    ) -> HTTPRequestHead {
        HTTPRequestHead(
            version: version, method: .GET, uri: uri,
            headers: HTTPHeaders([("Host", "localhost:8610")] + fields))
    }

    @Test func reasonOfAClosedConnectionIsLoggedAsOneWord() {
        let ending = [
            head(version: .http1_0), head([("Connection", "Close")]),
            head([("Connection", "keep-alive , CLOSE")]),
            head([("Connection", "Upgrade"), ("Upgrade", "websocket")]),
            HTTPRequestHead(version: .http1_1, method: .CONNECT, uri: "localhost:8610"),
        ]
        for head in ending {
            #expect(HTTP1Gate.normalised(head).headers["Connection"] == ["close"])
        }
        for option in ["keep-alive", "closed", "", "a\u{301}\u{301}"] {
            let head = HTTP1Gate.normalised(head([("Connection", option)]))
            #expect(head.headers["Connection"].isEmpty)
        }
    }

    private func head(_ fields: [(String, String)]) -> HTTPRequestHead { head("/login", fields) }

    private func head(_ uri: String, _ fields: [(String, String)]) -> HTTPRequestHead {
        head(uri, version: .http1_1, fields)
    }

    @Test(arguments: [
        ("http://evil.example/login?a=1", "evil.example", "/login?a=1"),
        ("HTTP://evil.example:80", "evil.example:80", "/"),
        ("https://evil.example?a", "evil.example", "/?a"),
        ("/login", "localhost:8610", "/login"), ("*", "localhost:8610", "*"),
        ("/http://evil.example/", "localhost:8610", "/http://evil.example/"),
    ])
    func hostOfAnAbsoluteTargetTakesPrecedence(uri: String, host: String, path: String) {
        let head = HTTP1Gate.normalised(head(uri, []))
        #expect(head.headers["Host"] == [host])
        #expect(head.uri == path)
    }

    private func refusal(
        path: String = "/login", _ fields: [HTTPField.Name: String] = [:]
    ) -> WireError? {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path)
        for (name, value) in fields { head.headerFields[name] = value }
        return GuardedResponder<NeverResponder>.refusal(of: head)
    }

    @Test func headsWithLongRunsOfMarksAreRejected() {
        let marks = String(repeating: "\u{301}\u{327}", count: 20)
        #expect(refusal(path: "/a" + marks)?.status == .badRequest)
        #expect(refusal(path: "/a%CC%81")?.code == nil)
        let encoded = String(repeating: "%CC%81", count: 20)
        #expect(refusal(path: "/a\(encoded)")?.code == "too_many_marks")
        #expect(refusal(path: "/login?from=a\(encoded)")?.code == "too_many_marks")
        for name in [HTTPField.Name.cookie, .acceptLanguage, .ifNoneMatch, .contentType] {
            #expect(refusal([name: "a" + marks])?.code == "too_many_marks")
            #expect(refusal([name: "Zoë"]) == nil)
        }
    }

    @Test func onlyChunkedTransferCodingIsAccepted() {
        #expect(refusal([.transferEncoding: "chunked"]) == nil)
        #expect(refusal([.transferEncoding: "Chunked"]) == nil)
        for coding in ["gzip, chunked", "chunked, chunked", "gzip", "identity", ""] {
            #expect(refusal([.transferEncoding: coding])?.status == .notImplemented, "\(coding)")
        }
    }

    // MARK: - Ranges

    @Test(arguments: [
        ("bytes 99999999-41/42", 42), ("bytes 42-41/42", 42), ("bytes 0--1/0", 0),
    ])
    func unsatisfiableRangeIsDetected(range: String, size: Int) {
        #expect(RangeMiddleware.size(ofUnsatisfiable: range) == size)
    }

    @Test(arguments: ["bytes 0-41/42", "bytes 41-41/42", "bytes 7-9/42", "", "bytes", "x"])
    func satisfiableRangeIsAccepted(range: String) {
        #expect(RangeMiddleware.size(ofUnsatisfiable: range) == nil)
    }

    // MARK: - The memory of bodies

    @Test func clientAndTotalLimitsAreEnforced() {
        let budget = BodyBudget(total: 100, share: 40)
        #expect(budget.take(40, for: "a") == nil)
        #expect(budget.take(1, for: "a") == .share)
        #expect(budget.take(40, for: "b") == nil)
        #expect(budget.take(30, for: "c") == .total)
        #expect(budget.take(20, for: "c") == nil)
        #expect(budget.used == 100)
        budget.release(40, of: "a")
        #expect(budget.take(40, for: "a") == nil)
        budget.release(40, of: "a")
        budget.release(40, of: "b")
        budget.release(20, of: "c")
        #expect(budget.used == 0)
    }
}
