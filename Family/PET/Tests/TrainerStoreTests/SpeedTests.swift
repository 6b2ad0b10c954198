import FamilyAccounts
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

/// The settings of the measurements.
private enum SpeedSetting {
    private static let environment = ProcessInfo.processInfo.environment
    /// The duration of play, in seconds.
    static let seconds = environment["PET_TEST_SPEED"].flatMap(Double.init)
    /// An existing database.
    static let folder = environment["PET_TEST_SPEED_FOLDER"]
}

/// Measures without checking: run with `PET_TEST_SPEED=SECONDS`, and `PET_TEST_SPEED_FOLDER=FOLDER`
/// for a database that `Tests/Load/fill.py` has filled.
@Suite(.serialized, .enabled(if: SpeedSetting.seconds != nil, "set PET_TEST_SPEED=SECONDS"))
struct SpeedTests {
    /// Opens the existing database, or creates one with this number of players.
    private func open(players: Int) async throws -> TrainerStore {
        if let folder = SpeedSetting.folder {
            return try TrainerStore(folder: URL(filePath: folder, directoryHint: .isDirectory))
        }
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "pet-speed-\(UUID().uuidString)")
        let store = try TrainerStore(folder: folder)
        for number in 0..<players { _ = try await store.createAccount(.sample("speed\(number)")) }
        return store
    }

    /// Lets players answer until the time is over, with an optional pause in seconds between
    /// answers; returns the sorted times of the answers in milliseconds.
    private func play(
        _ store: TrainerStore, players: Int, first: Int, pause: Double?
    ) async throws -> [Double] {
        let end = ContinuousClock.now + .seconds(SpeedSetting.seconds ?? 1)
        return try await withThrowingTaskGroup(of: [Double].self) { group in
            for number in first..<(first + players) {
                group.addTask {
                    try await Self.play(store, number: number, until: end, pause: pause)
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }.sorted()
        }
    }

    private static func play(
        _ store: TrainerStore, number: Int, until end: ContinuousClock.Instant, pause: Double?
    ) async throws -> [Double] {
        let player = PlayerID.child(ofAccount: number)
        var generator = SeededGenerator(seed: UInt64(number))
        var times: [Double] = []
        if let pause { try await Task.sleep(for: .seconds(.random(in: 0...pause))) }
        while ContinuousClock.now < end {
            var round = try await store.beginRound(.sample(8), player: player)
            while let event = round.anyEvent(by: &generator), .now < end {
                let began = ContinuousClock.now
                round = try await store.apply(event, round: round.id, player: player).round
                times.append((.now - began) / .milliseconds(1))
                if let pause { try await Task.sleep(for: .seconds(pause)) }
            }
        }
        return times
    }

    private func report(_ name: String, _ times: [Double]) {
        func at(_ share: Double) -> String {
            String(format: "%.2f", times[min(times.count - 1, Int(share * Double(times.count)))])
        }
        let rate = Double(times.count) / (SpeedSetting.seconds ?? 1)
        print(
            "\(name): \(times.count) answers, \(Int(rate)) a second; p50 \(at(0.5)) ms, "
                + "p99 \(at(0.99)) ms, p99.9 \(at(0.999)) ms, most \(at(1)) ms")
    }

    @Test func answersAtFullSpeedAreMeasured() async throws {
        let store = try await open(players: 400)
        for players in [1, 8, 32] {
            report(
                "\(players) at full speed",
                try await play(store, players: players, first: 30, pause: nil))
        }
        try store.close()
    }

    @Test func answersOfTwoHundredPlayersEveryFiveSecondsAreMeasured() async throws {
        let store = try await open(players: 400)
        report("200 children", try await play(store, players: 200, first: 100, pause: 5))
        try store.close()
    }

    @Test func readingAReviewIsMeasured() async throws {
        let store = try await open(players: 400)
        for (name, players) in [("a long history", 1...20), ("a short history", 50...250)] {
            var reviews: [Double] = []
            var histories: [Double] = []
            for number in players {
                let player = PlayerID.child(ofAccount: number)
                var began = ContinuousClock.now
                _ = try await store.rollUps(player: player)
                reviews.append((ContinuousClock.now - began) / .milliseconds(1))
                began = .now
                _ = try await store.history(player: player)
                histories.append((ContinuousClock.now - began) / .milliseconds(1))
            }
            report("review of \(name)", reviews.sorted())
            report("planner's view of \(name)", histories.sorted())
        }
        try store.close()
    }

    @Test func storageSizeOfAnswersIsMeasured() async throws {
        let store = try await open(players: 400)
        print("bytes by table:")
        let lines = try await store.read { db in try Self.sizes(db) }
        for line in lines { print("  \(line)") }
        try store.close()
    }
}

extension SpeedTests {
    /// The size of each table and index, if SQLite was built with dbstat.
    private static func sizes(_ db: Database) throws -> [String] {
        let answers = try Int.fetchOne(db, sql: "SELECT count(*) FROM answer") ?? 0
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        guard
            let rows = try? Row.fetchAll(
                db,
                sql: "SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY 2 DESC")
        else { return ["\(pages * 4096) in all, \(answers) answers"] }
        return rows.prefix(14).map { "\($0["name"] as String): \($0["bytes"] as Int)" }
            + ["\(pages * 4096) in all, \(answers) answers"]
    }
}
