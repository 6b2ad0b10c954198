import FacialFun
import Foundation
import Testing
import TestSupport

@testable import FacialFunServer

/// Pictures that only `/v1/score` accepts after the operator has raised its limits.
struct LargePictureTests {
    private static let jpeg = ["Content-Type": "image/jpeg"]
    private static let limits = (bytes: 5_000_000, pixels: 20_000_000)

    private static func raise(_ configuration: inout ServiceConfiguration) {
        configuration.raiseScoreLimits(bytes: limits.bytes, pixels: limits.pixels)
    }

    /// The file of a portrait with ignored bytes after its end.
    private static func portrait(ofBytes count: Int) throws -> [UInt8] {
        let picture = try LiveService.picture()
        return picture + [UInt8](repeating: 0, count: count - picture.count)
    }

    @Test("a larger file gets the scores of the small one, and other routes reject it")
    func bytes() throws {
        let (small, large) = (
            try LiveService.picture(), try Self.portrait(ofBytes: Self.limits.bytes)
        )
        try LiveService.with(Self.raise) { live in
            func faces(_ picture: [UInt8]) throws -> [Double?]? {
                let answer = try live.client().request(
                    "POST", "/v1/score", headers: Self.jpeg, body: picture)
                #expect(answer.status == 200)
                return try answer.json()["faces"]?.elements.map { $0["scores"]?["neutral"]?.number }
            }
            let expected = try #require(try faces(small))
            #expect(expected.count == 1 && expected[0] != nil)
            #expect(try faces(large) == expected)
            for path in ["/v1/rectangle", "/v2/match?target=fear&level=1", "/v1/baselines"] {
                let refusal = try live.client().request(
                    "POST", path, headers: Self.jpeg, body: large)
                #expect(refusal.status == 413 && refusal.code == "too_many_bytes")
            }
            let refusal = try live.client().request(
                "POST", "/v1/score", headers: Self.jpeg, body: large + [0])
            #expect(refusal.status == 413 && refusal.code == "too_many_bytes")
        }
    }

    @Test("a larger picture is scored, and other routes reject it")
    func pixels() throws {
        let gray = { (width: Int, height: Int) in
            try JPEGEncoder().encode(
                Image(width: width, height: height) { bytes in
                    bytes.initialize(repeating: 128)
                })
        }
        let (large, tooLarge) = (try gray(5000, 4000), try gray(5000, 4001))
        try LiveService.with(Self.raise) { live in
            let answer = try live.client().request(
                "POST", "/v1/score", headers: Self.jpeg, body: large)
            #expect(answer.status == 200)
            #expect(try answer.json()["image"]?["width"]?.number == 5000)
            let cases = [("/v1/score", tooLarge), ("/v1/rectangle", large)]
            for (path, picture) in cases {
                let refusal = try live.client().request(
                    "POST", path, headers: Self.jpeg, body: picture)
                #expect(refusal.status == 422 && refusal.code == "too_many_pixels")
            }
        }
    }

    @Test("two concurrent clients with the largest files both get a response")
    func two() throws {
        let large = try Self.portrait(ofBytes: Self.limits.bytes)
        try LiveService.with(Self.raise) { live in
            let clients = [try live.client(), try live.client()]
            let head = PictureRequest.head("/v1/score", length: large.count)
            // Both are in memory before one is complete.
            for client in clients {
                #expect(client.send(Array(head.utf8) + large.dropLast(1000)))
            }
            for client in clients { #expect(client.send(Array(large.suffix(1000)))) }
            for client in clients {
                #expect(try client.readAnswer().status == 200)
            }
        }
    }

    @Test("clients can query the limits, raised or not")
    func learnt() throws {
        func limits(_ live: LiveService) throws -> [Double?] {
            let limits = try live.client().request("GET", "/v1/model").json()["limits"]
            return ["maxBytes", "maxPixels", "maxScoreBytes", "maxScorePixels"]
                .map { limits?[$0]?.number }
        }
        try LiveService.with { live in
            let found = try limits(live)
            #expect(found == [2_000_000, 16_000_000, 2_000_000, 16_000_000])
        }
        try LiveService.with(Self.raise) { live in
            let found = try limits(live)
            #expect(found == [2_000_000, 16_000_000, 5_000_000, 20_000_000])
        }
    }

    @Test(
        "the budget fits two of the largest files, also of one process, and memory grows with them",
        arguments: [(2_000_000, 16_000_000), (20_000_000, 50_000_000), (50_000_000, 64_000_000)])
    func budget(bytes: Int, pixels: Int) {
        var configuration = ServiceConfiguration()
        configuration.workers = 2
        let standard = configuration.maxMemoryBytes
        #expect(standard == 120_000_000)
        configuration.raiseScoreLimits(bytes: bytes, pixels: pixels)
        #expect(configuration.bodyBudget >= 2 * bytes)
        #expect(configuration.bodyBudgetOfPeer >= 2 * bytes)
        #expect(configuration.bodyBudgetOfPeer < configuration.bodyBudget)
        let isRaised = bytes > 2_000_000
        #expect((configuration.maxMemoryBytes > standard) == isRaised)
        if !isRaised {
            #expect(configuration.bodyBudget == ServiceConfiguration().bodyBudget)
            #expect(configuration.bodyBudgetOfPeer == ServiceConfiguration().bodyBudgetOfPeer)
        }
    }
}
