import Foundation
import GRDB
import Synchronization
import Testing

@testable import FamilyMedia

struct MediaJobsTests {
    /// A worker that blocks until the gate opens and then stores the job's id.
    private final class Gate: Sendable {
        private let state = Mutex((isOpen: false, order: [Int64]()))

        func open() { state.withLock { $0.isOpen = true } }
        var order: [Int64] { state.withLock { $0.order } }

        func work(_ task: MediaTask, _ progress: MediaConverter.Progress) async throws
            -> MediaProduct
        {
            state.withLock { $0.order.append(task.household) }
            progress(0.5)
            while !state.withLock({ $0.isOpen }) { try await Task.sleep(for: .milliseconds(5)) }
            let file = task.folder.appending(path: "made")
            try Data(task.id.utf8).write(to: file)
            return MediaProduct(file: file, kind: "sound", type: "audio/mp4")
        }
    }

    private func jobs(_ house: MediaHouse, _ gate: Gate) -> MediaJobs {
        MediaJobs(
            store: house.store, workers: ["sound": { try await gate.work($0, $1) }],
            logger: MediaHouse.logger)
    }

    private func add(_ house: MediaHouse, _ jobs: MediaJobs, _ household: Int64) async throws
        -> String
    {
        let id = UUID().uuidString
        _ = try house.store.folder.workspace(id)
        _ = try await jobs.add(id: id, household: household, kind: "sound")
        return id
    }

    @Test func householdsTakeTurns() async throws {
        let (house, gate) = (try MediaHouse(), Gate())
        let jobs = jobs(house, gate)
        var last: [(String, Int64)] = []
        for household: Int64 in [1, 1, 1, 1, 2, 3] {
            last.append((try await add(house, jobs, household), household))
        }
        gate.open()
        for (id, household) in last {
            #expect(try await house.ended(id, of: household, in: jobs).state == .done)
        }
        #expect(gate.order == [1, 2, 3, 1, 1, 1])
    }

    @Test func jobIsVisibleOnlyToItsHousehold() async throws {
        let (house, gate) = (try MediaHouse(), Gate())
        let jobs = jobs(house, gate)
        let id = try await add(house, jobs, 1)
        #expect(try await jobs.job(id, of: 2) == nil)
        #expect(try await !jobs.cancel(id, of: 2))
        gate.open()
        let job = try await house.ended(id, of: 1, in: jobs)
        #expect(job.progress == 1 && job.media?.bytes == 36)
    }

    @Test func canceledJobStoresNothing() async throws {
        let (house, gate) = (try MediaHouse(), Gate())
        let jobs = jobs(house, gate)
        let running = try await add(house, jobs, 1)
        let waiting = try await add(house, jobs, 1)
        #expect(try await jobs.cancel(running, of: 1))
        #expect(try await jobs.cancel(waiting, of: 1))
        #expect(try await house.ended(running, of: 1, in: jobs).state == .cancelled)
        #expect(try await house.ended(waiting, of: 1, in: jobs).state == .cancelled)
        await jobs.stop()
        #expect(try await house.store.use(of: 1) == (0, 0))
    }

    @Test func numberOfJobsPerHouseholdIsLimited() async throws {
        let (house, gate) = (try MediaHouse(), Gate())
        let jobs = jobs(house, gate)
        for _ in 0..<MediaJobs.mostOfHousehold { _ = try await add(house, jobs, 1) }
        let error = await #expect(throws: MediaError.self) { try await jobs.checkRoom(for: 1) }
        #expect(error?.code == "too_many_jobs")
        try await jobs.checkRoom(for: 2)
        await jobs.stop()
    }

    @Test func jobInterruptedByAShutdownIsRestartedOnce() async throws {
        let house = try MediaHouse()
        let id = UUID().uuidString
        let folder = try house.store.folder.workspace(id)
        try Data("upload".utf8).write(to: folder.appending(path: "input"))
        func interrupt(_ attempts: Int) async throws {
            try await house.database.write { db in
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO media_job
                            (number, id, household, kind, parameters, state, attempts, changed)
                        VALUES (1, ?, 1, 'sound', '{}', 'running', ?, 0)
                        """, arguments: [id, attempts])
            }
        }
        try await interrupt(2)
        let gate = Gate()
        gate.open()
        let second = jobs(house, gate)
        try await second.resume()
        let failed = try await house.ended(id, of: 1, in: second)
        #expect(failed.state == .failed && failed.error?.code == "interrupted")
        #expect(!FileManager.default.fileExists(atPath: folder.path))

        try await interrupt(1)
        let third = jobs(house, gate)
        try await third.resume()
        #expect(try await house.ended(id, of: 1, in: third).state == .done)
    }

    @Test func stoppingTheServerKeepsTheJobForTheNextStart() async throws {
        let (house, gate) = (try MediaHouse(), Gate())
        let first = jobs(house, gate)
        let id = try await add(house, first, 1)
        await first.stop()
        #expect(try await first.job(id, of: 1)?.state == .running)
        gate.open()
        let second = jobs(house, gate)
        try await second.resume()
        #expect(try await house.ended(id, of: 1, in: second).state == .done)
    }

    @Test func fullQuotaFailsTheJobWithItsCode() async throws {
        let (house, gate) = (try MediaHouse(quota: MediaQuota(bytes: 35)), Gate())
        let jobs = jobs(house, gate)
        let id = try await add(house, jobs, 1)
        gate.open()
        #expect(try await house.ended(id, of: 1, in: jobs).error?.code == "quota_full")
    }
}
