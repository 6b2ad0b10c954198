import FamilyMedia
import FamilyWeb
import Testing

struct UploadSlotsTests {
    /// Takes an upload slot of a household, signals that it has it, and keeps it until it is
    /// released.
    private func hold(
        _ slots: UploadSlots, of household: Int64, until release: AsyncStream<Void>,
        started: AsyncStream<Void>.Continuation
    ) -> Task<Void, any Error> {
        Task {
            try await slots.run(of: household) {
                started.yield()
                for await _ in release {}
            }
        }
    }

    private func code(_ slots: UploadSlots, of household: Int64) async -> String? {
        do {
            return try await slots.run(of: household) { nil }
        } catch {
            return (error as? WireError)?.code
        }
    }

    @Test func slotsAreLimitedPerHouseholdAndInTotalAndFreedAtTheEnd() async throws {
        let slots = UploadSlots(perHousehold: 1, total: 2)
        let (started, tell) = AsyncStream.makeStream(of: Void.self)
        let releases = (0..<2).map { _ in AsyncStream.makeStream(of: Void.self) }
        let tasks = releases.enumerated().map { index, release in
            hold(slots, of: Int64(index), until: release.stream, started: tell)
        }
        var running = started.makeAsyncIterator()
        for _ in tasks { await running.next() }
        #expect(await code(slots, of: 0) == "too_many_uploads")
        #expect(await code(slots, of: 7) == "busy")
        releases[0].continuation.finish()
        try await tasks[0].value
        #expect(await code(slots, of: 0) == nil)
        #expect(await code(slots, of: 7) == nil)
        #expect(await code(slots, of: 1) == "too_many_uploads")
        releases[1].continuation.finish()
        try await tasks[1].value
        #expect(await code(slots, of: 1) == nil)
    }

    @Test func failedUploadFreesItsSlot() async {
        let slots = UploadSlots(perHousehold: 1)
        await #expect(throws: CancellationError.self) {
            try await slots.run(of: 1) { throw CancellationError() }
        }
        #expect(await code(slots, of: 1) == nil)
    }
}
