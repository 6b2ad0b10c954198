import FacialFun
import FacialFunWire
import Testing
import TestSupport

@testable import FacialFunServer

/// The Swift client with a running service.
struct SwiftClientTests {
    private func with(_ body: (LiveService) async throws -> Void) async throws {
        let live = try LiveService()
        do {
            try await body(live)
        } catch {
            try live.stop()
            throw error
        }
        try live.stop()
    }

    @Test("the client scores many pictures at once over both kinds of socket")
    func score() async throws {
        let picture = try LiveService.picture()
        try await with { live in
            let local = ScoringClient(
                endpoint: .unix(path: live.path), deadlineMilliseconds: 20_000)
            let tcp = ScoringClient(
                endpoint: .loopback(port: live.port), deadlineMilliseconds: 20_000)
            #expect(try await local.isReady())
            let expected = try LiveService.recognizer.get().recognize(
                picture, path: "-", options: .init(budget: .service)
            ).report
            #expect(try await tcp.score(picture).faces == expected.faces)
            let reports = try await withThrowingTaskGroup(of: ImageReport.self) { group in
                for _ in 0..<8 { group.addTask { try await local.score(picture) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(reports.allSatisfy { $0.faces == expected.faces })
            #expect(try await local.model() == expected.model)
            let rectangle = try await local.rectangle(picture)
            #expect(try ImageDecoder().decode(rectangle).image.width == FaceRectangle.side)
        }
    }

    @Test("the client requests movements on demand")
    func movements() async throws {
        let picture = try LiveService.picture("collins.jpg")
        try await with { live in
            let client = ScoringClient(
                endpoint: .unix(path: live.path), deadlineMilliseconds: 20_000)
            #expect(try await client.score(picture).faces.first?.movements == nil)
            let report = try await client.score(picture, movements: true)
            let movements = try #require(report.faces.first?.movements)
            #expect(movements[.mouthSmileLeft] > 0.5)
            let matched = try await client.match(
                picture, target: .happiness, level: 1, movements: true)
            #expect(matched.movements == movements)
            let attempt = try await client.beginAttempt(target: .happiness, level: 1)
            let frame = try await client.addFrame(
                picture, toAttempt: attempt.id, movements: true)
            #expect(frame.movements == movements)
            let neutral = try LiveService.picture("rendered-neutral.jpg")
            let baseline = try await client.makeBaseline(neutral, movements: true)
            #expect(
                try await client.addPicture(neutral, toBaseline: baseline.id, movements: true)
                    .pictures == 2)
        }
    }

    @Test("rejections have the service's code, and timeouts one of the client")
    func errors() async throws {
        try await with { live in
            let client = ScoringClient(endpoint: .unix(path: live.path))
            let refused = try await #require(throws: ScoringClientError.self) {
                try await client.score([1, 2, 3])
            }
            #expect(refused.code == .refused)
            #expect(refused.problem?.code == "unsupported_format")
            #expect(refused.problem?.status == 415)
            let large = try await #require(throws: ScoringClientError.self) {
                try await client.score([UInt8](repeating: 1, count: 2_000_001))
            }
            #expect(large.problem?.code == "too_many_bytes")
            let nobody = ScoringClient(endpoint: .unix(path: live.path + ".no"))
            let silent = try await #require(throws: ScoringClientError.self) {
                try await nobody.isReady()
            }
            #expect(silent.code == .cannotConnect)
            #expect(silent.message.contains("facialfun serve"))
        }
    }
}
