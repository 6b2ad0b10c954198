import FacialFun
import NIOCore
import Testing

@testable import FacialFunServer

/// Rules of the queue, at given times.
struct JobScheduleTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
    /// More than half of the memory of all pictures.
    private static let large = 10_000_000

    private static func at(_ milliseconds: Int64) -> NIODeadline {
        start + .milliseconds(milliseconds)
    }

    private static func client(_ connection: Int, process: Int32) -> WorkClient {
        WorkClient(connection, of: .process(process))
    }

    private static func job(
        _ deadline: Int64, _ client: WorkClient = 0, bytes: Int = 0
    ) -> Job {
        Job(deadline: at(deadline), client: client, bytes: bytes) { _ in }
    }

    /// A schedule in which clients have finished work of the given milliseconds.
    private static func schedule(
        workers: Int, capacity: Int = 100, learning: Int64? = nil,
        after work: [(client: WorkClient, milliseconds: [Int64])] = []
    ) -> JobSchedule {
        var schedule = JobSchedule(workers: workers, capacity: capacity)
        if let learning { schedule.shares.learn(.milliseconds(learning)) }
        for (client, durations) in work {
            for duration in durations {
                schedule.shares.add(
                    .milliseconds(duration), of: client, isMeasure: true, at: start)
            }
        }
        return schedule
    }

    /// Starts jobs until none may start.
    private static func startAll(_ schedule: inout JobSchedule, at moment: NIODeadline) -> [Job] {
        var started: [Job] = []
        while let job = schedule.start(at: moment) { started.append(job) }
        return started
    }

    private static func same(_ one: [Job], _ other: [Job]) -> Bool {
        one.map(ObjectIdentifier.init) == other.map(ObjectIdentifier.init)
    }

    /// Adds jobs, and runs them one after the other for a millisecond each.
    private static func order(_ jobs: [Job], in schedule: JobSchedule) -> [Job] {
        var schedule = schedule
        for job in jobs { schedule.add(job) }
        var (order, moment) = ([Job](), start)
        while let job = schedule.start(at: moment) {
            order.append(job)
            moment = moment + .milliseconds(1)
            schedule.end(job, wasRun: true, at: moment)
        }
        return order
    }

    @Test("the earliest deadline comes first; equal ones keep their order of arrival")
    func deadlineOrder() {
        let jobs = [300, 100, 200, 100].enumerated().map {
            Self.job($1, Self.client($0, process: 1))
        }
        let order = Self.order(jobs, in: Self.schedule(workers: 1))
        #expect(Self.same(order, [jobs[1], jobs[3], jobs[2], jobs[0]]))
    }

    @Test("among the connections of a peer only the deadline counts, not their usage")
    func deadlineWithinAPeer() {
        let (busy, fresh) = (Self.client(1, process: 1), Self.client(2, process: 1))
        let schedule = Self.schedule(
            workers: 1, after: [(busy, [Int64](repeating: 30, count: 10)), (fresh, [30])])
        let jobs = [Self.job(2000, fresh), Self.job(1000, busy)]
        #expect(Self.same(Self.order(jobs, in: schedule), [jobs[1], jobs[0]]))
    }

    @Test("a peer with less recent time comes first, regardless of deadlines and connections")
    func peerOrder() {
        let hog = (0..<4).map { Self.client($0, process: 1) }
        let schedule = Self.schedule(workers: 1, after: hog.map { ($0, [30, 30]) })
        let jobs =
            [Self.job(1000, hog[0]), Self.job(1000, Self.client(9, process: 1))]
            + [Self.job(60_000, Self.client(10, process: 2))]
        #expect(Self.same(Self.order(jobs, in: schedule), [jobs[2], jobs[0], jobs[1]]))
    }

    @Test("the time of a peer's running work counts before it has ended")
    func runningWorkCounts() {
        var schedule = Self.schedule(workers: 2)
        let running = Self.job(60_000, Self.client(1, process: 1))
        schedule.add(running)
        #expect(schedule.start(at: Self.start) === running)
        let (next, other) = (
            Self.job(1000, Self.client(2, process: 1)), Self.job(2000, Self.client(3, process: 2))
        )
        schedule.add(next)
        schedule.add(other)
        #expect(schedule.next(at: Self.at(10)) === next)
        #expect(schedule.next(at: Self.at(50)) === other)
    }

    @Test("running work delays a new job even if its peer has had more time")
    func runningWorkIsAwaited() {
        let (busy, fresh) = (Self.client(1, process: 1), Self.client(2, process: 2))
        var schedule = Self.schedule(
            workers: 1, learning: 20, after: [(busy, [Int64](repeating: 20, count: 20))])
        schedule.add(Self.job(60_000, busy))
        #expect(schedule.start(at: Self.start) != nil)
        // It ends after 20 ms, and the new one 20 ms later.
        #expect(schedule.refusal(of: Self.job(30, fresh), at: Self.start) != nil)
        #expect(schedule.refusal(of: Self.job(50, fresh), at: Self.start) == nil)
    }

    @Test(
        "only the expected rest of running work is awaited",
        arguments: [(0, true), (5, true), (12, false), (20, false), (100, true)] as [(Int64, Bool)])
    func rest(elapsed: Int64, isRefused: Bool) {
        var schedule = Self.schedule(workers: 1, learning: 20)
        schedule.add(Self.job(60_000))
        #expect(schedule.start(at: Self.start) != nil)
        let job = Self.job(elapsed + 37, 1)
        #expect((schedule.refusal(of: job, at: Self.at(elapsed)) != nil) == isRefused)
    }

    @Test("work that stops at its deadline is awaited no longer than that")
    func restUntilTheDeadline() {
        var schedule = Self.schedule(workers: 1, learning: 20)
        schedule.add(Self.job(105))
        #expect(schedule.start(at: Self.start) != nil)
        // After 100 ms another 25 would be expected.
        #expect(schedule.refusal(of: Self.job(137, 1), at: Self.at(100)) == nil)
    }

    @Test("a job is refused if an accepted one of the same turn would miss its deadline")
    func acceptedJobsKeepTheirDeadline() {
        var schedule = Self.schedule(workers: 1, learning: 100)
        schedule.add(Self.job(60_000))
        #expect(schedule.start(at: Self.start) != nil)
        let accepted = Self.job(250, 1)
        #expect(schedule.refusal(of: accepted, at: Self.start) == nil)
        schedule.add(accepted)
        // In time itself, but the accepted one would end after 300 ms.
        #expect(schedule.refusal(of: Self.job(245, 2), at: Self.start) != nil)
        // A later deadline does not affect it.
        #expect(schedule.refusal(of: Self.job(400, 2), at: Self.start) == nil)
    }

    @Test("accepted work of a peer with more time does not keep a new peer from being admitted")
    func hogsDoNotExcludeOthers() {
        let hog = Self.client(1, process: 1)
        var schedule = Self.schedule(
            workers: 1, learning: 20, after: [(hog, [Int64](repeating: 20, count: 20))])
        for _ in 0..<50 {
            let job = Self.job(60_000, hog)
            #expect(schedule.refusal(of: job, at: Self.start) == nil)
            schedule.add(job)
        }
        #expect(schedule.start(at: Self.start) != nil)
        let other = Self.job(60, Self.client(2, process: 2))
        #expect(schedule.refusal(of: other, at: Self.start) == nil)
        schedule.add(other)
        #expect(schedule.next(at: Self.at(20)) == nil)
        schedule.end(schedule.running[0].job, wasRun: true, at: Self.at(20))
        #expect(schedule.next(at: Self.at(20)) === other)
    }

    @Test("a peer gets three quarters of the waiting jobs, and another one the rest")
    func capacityOfPeer() {
        let hog = Self.client(1, process: 1)
        var schedule = Self.schedule(workers: 1, capacity: 8)
        schedule.add(Self.job(60_000, hog))
        #expect(schedule.start(at: Self.start) != nil)
        func isRefused(_ client: WorkClient) -> Bool {
            let job = Self.job(60_000, client)
            let isRefused = schedule.refusal(of: job, at: Self.start) != nil
            if !isRefused { schedule.add(job) }
            return isRefused
        }
        #expect((0..<7).map { isRefused(Self.client($0, process: 1)) }.firstIndex(of: true) == 6)
        #expect((0..<3).map { isRefused(Self.client($0, process: 2)) }.firstIndex(of: true) == 2)
    }

    @Test("while a peer has much shorter work, long work leaves a worker free")
    func longWorkLeavesAWorkerFree() {
        let (heavy, light) = (Self.client(1, process: 1), Self.client(2, process: 2))
        var alone = Self.schedule(workers: 3, after: [(heavy, [200])])
        var among = Self.schedule(workers: 3, after: [(heavy, [200]), (light, [20])])
        for _ in 0..<3 {
            alone.add(Self.job(60_000, heavy))
            among.add(Self.job(60_000, heavy))
        }
        #expect(Self.startAll(&alone, at: Self.start).count == 3)
        #expect(Self.startAll(&among, at: Self.start).count == 2)
        let short = Self.job(60_000, light)
        among.add(short)
        #expect(among.start(at: Self.start) === short)
        // Two seconds after its last work the other peer is no longer active.
        #expect(among.waiting.count == 1)
        among.end(short, wasRun: false, at: Self.start)
        #expect(among.next(at: Self.at(1990)) == nil)
        #expect(among.next(at: Self.at(2010)) != nil)
    }

    @Test("work of similar length uses all workers, and long work runs on a single one")
    func similarWorkUsesAllWorkers() {
        let (one, other) = (Self.client(1, process: 1), Self.client(2, process: 2))
        for (workers, milliseconds) in [(2, 70), (1, 200)] as [(Int, Int64)] {
            var schedule = Self.schedule(
                workers: workers, after: [(one, [milliseconds]), (other, [20])])
            for _ in 0..<2 { schedule.add(Self.job(60_000, one)) }
            #expect(Self.startAll(&schedule, at: Self.start).count == workers)
        }
    }

    @Test("the end of one job may let several start")
    func severalStart() {
        var schedule = Self.schedule(workers: 3)
        let first = Self.job(1000, 1, bytes: Self.large)
        for job in [first] + (2...3).map({ Self.job(1000, WorkClient($0), bytes: 8_000_000) }) {
            schedule.add(job)
        }
        #expect(Self.startAll(&schedule, at: Self.start).count == 1)
        schedule.end(first, wasRun: true, at: Self.at(1))
        #expect(Self.startAll(&schedule, at: Self.at(1)).count == 2)
    }
}
