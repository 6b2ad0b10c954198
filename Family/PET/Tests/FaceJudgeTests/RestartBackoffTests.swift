import Testing

@testable import FaceJudge

struct RestartBackoffTests {
    @Test func `Pauses double from a quarter of a second to 30 seconds`() {
        var backoff = RestartBackoff(.standard)
        let pauses = (0..<9).map { _ in backoff.pause(afterHealthy: .zero, chance: 1) }
        #expect(
            pauses == [.milliseconds(250), .milliseconds(500)]
                + [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
    }

    @Test func `Jitter shortens a pause by at most half`() {
        for chance in [0, 0.3, 1, -5, 7] {
            var backoff = RestartBackoff(.standard)
            let pause = backoff.pause(afterHealthy: .zero, chance: chance)
            #expect(pause >= .milliseconds(125) && pause <= .milliseconds(250))
        }
    }

    @Test func `A minute of health resets the pause, a shorter time does not`() {
        var backoff = RestartBackoff(.standard)
        for _ in 0..<6 { _ = backoff.pause(afterHealthy: .zero, chance: 1) }
        #expect(backoff.pause(afterHealthy: .seconds(59), chance: 1) == .seconds(16))
        #expect(backoff.pause(afterHealthy: .seconds(60), chance: 1) == .milliseconds(250))
    }

    @Test func `A thousand restarts do not overflow`() {
        var backoff = RestartBackoff(.standard)
        for _ in 0..<1000 { _ = backoff.pause(afterHealthy: .zero, chance: 1) }
        #expect(backoff.pause(afterHealthy: .zero, chance: 1) == .seconds(30))
    }
}
