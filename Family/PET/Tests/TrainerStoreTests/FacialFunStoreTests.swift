import FacialFunWire
import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

/// A database in its own folder, with an account and its player.
private struct FaceHouse {
    let folder: URL
    let store: TrainerStore
    let account: AccountID
    let player: PlayerID

    init(name: String = "ada") async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "faces-\(UUID())")
        store = try TrainerStore(folder: folder)
        (account, player) = try await Self.join(store, name)
    }

    static func join(_ store: TrainerStore, _ name: String) async throws -> (AccountID, PlayerID) {
        let account = try await store.createAccount(
            NewAccount(
                username: name, email: "\(name)@example.org", passwordHash: "hash",
                child: NewPlayer(name: name, birthYear: 2018), termsVersion: "1",
                agreesToStatistics: false))
        return (account.id, try #require(account.players.first).id)
    }

    func leave() throws {
        try store.close()
        try FileManager.default.removeItem(at: folder)
    }
}

private let offered: [Int: Set<Emotion>] = [
    1: [.happiness, .anger, .sadness], 2: [.happiness, .anger, .sadness],
]

private func newRound(level: Int = 2) -> FaceRound {
    FaceRound(id: UUID(), level: level, offered: offered)
}

private func event(
    _ verdict: FaceEvent.Verdict, _ showing: Int, id: UUID = UUID(), progress: Double = 0.5
) -> FaceEvent {
    FaceEvent(
        id: id, showing: showing,
        action: .judged(.init(verdict, mode: .tap, progress: progress, score: 0.3, hints: 1)),
        elapsedMilliseconds: 2500)
}

@Suite struct FacialFunStoreTests {
    @Test
    func `Excluded emotions are removed from a player's stored round and stay in those of others`()
        async throws
    {
        let house = try await FaceHouse()
        let (_, other) = try await FaceHouse.join(house.store, "ben")
        let round = try await house.store.beginFaceRound(newRound(), player: house.player)
        let left = try await house.store.removeTargets(
            [.happiness], ofFaceRound: round.id, player: house.player)
        #expect(left.showing == 1 && left.current?.emotion == .sadness)
        #expect(try await house.store.faceRound(round.id, player: house.player) == left)
        await #expect(throws: StoreError.self) {
            try await house.store.removeTargets([.anger], ofFaceRound: round.id, player: other)
        }
        // All emotions are excluded: the round ends, and the next one is new.
        let over = try await house.store.removeTargets(
            [.sadness, .anger], ofFaceRound: round.id, player: house.player)
        #expect(over.isFinished)
        let next = try await house.store.beginFaceRound(newRound(), player: house.player)
        #expect(next.id != round.id)
        #expect(try await house.store.faceResults(player: house.player).isEmpty)
        try house.leave()
    }

    @Test func `A repeated attempt gets the same outcome and counts once`() async throws {
        let house = try await FaceHouse()
        let round = try await house.store.beginFaceRound(newRound(), player: house.player)
        let first = event(.notYet, 0)
        for time in 0..<3 {
            let applied = try await house.store.apply(
                first, faceRound: round.id, player: house.player)
            #expect(applied.outcome == .notYet(triesLeft: 2) && applied.isRepeated == (time > 0))
        }
        let second = event(.matched, 0)
        for time in 0..<3 {
            let applied = try await house.store.apply(
                second, faceRound: round.id, player: house.player)
            #expect(applied.outcome == .matched && applied.isRepeated == (time > 0))
            #expect(applied.round.showing == 1)
        }
        let days = try await house.store.faceDays(player: house.player)
        #expect(days.count == 1)
        let day = try #require(days.first)
        #expect(day.emotion == .happiness && day.level == 2)
        #expect(day.shown == 1 && day.matched == 1 && day.matchedByTap == 1)
        #expect(day.tries == 2 && day.hints == 2 && day.milliseconds == 2500)
        let results = try await house.store.faceResults(player: house.player)
        #expect(results.map(\.end) == [.matched])
        #expect(results.first?.bestScore == 0.3 && results.first?.tries == 2)
        try house.leave()
    }

    @Test func `Unjudgeable and late attempts leave no trace`() async throws {
        let house = try await FaceHouse()
        let round = try await house.store.beginFaceRound(newRound(), player: house.player)
        for made in [event(.cannotJudge, 0), event(.matched, 4), event(.matched, -1)] {
            _ = try await house.store.apply(made, faceRound: round.id, player: house.player)
        }
        #expect(try await house.store.faceRound(round.id, player: house.player) == round)
        #expect(try await house.store.faceDays(player: house.player).isEmpty)
        try house.leave()
    }

    @Test func `An unfinished round can be resumed by its own player only`()
        async throws
    {
        let house = try await FaceHouse()
        let (_, other) = try await FaceHouse.join(house.store, "ben")
        let round = try await house.store.beginFaceRound(newRound(), player: house.player)
        let applied = try await house.store.apply(
            event(.matched, 0), faceRound: round.id, player: house.player)
        let again = try await house.store.beginFaceRound(newRound(), player: house.player)
        #expect(again == applied.round)
        #expect(try await house.store.faceRound(round.id, player: other) == nil)
        await #expect(throws: StoreError.self) {
            try await house.store.apply(event(.matched, 1), faceRound: round.id, player: other)
        }
        let theirs = try await house.store.beginFaceRound(newRound(), player: other)
        #expect(theirs.id != round.id && theirs.revision == 0)
        try house.leave()
    }

    @Test func `Sums equal the results after any play and repeated requests`() async throws {
        let house = try await FaceHouse()
        var generator = SeededGenerator(seed: 7)
        for level in [1, 2, 1] {
            var round = try await house.store.beginFaceRound(
                newRound(level: level), player: house.player)
            var sent: [FaceEvent] = []
            while !round.isFinished {
                let verdicts: [FaceEvent.Verdict] = [.matched, .notYet, .notYet, .cannotJudge]
                let next =
                    generator.below(4) == 0
                    ? sent.last ?? event(.notYet, round.showing)
                    : event(verdicts[generator.below(4)], round.showing)
                sent.append(next)
                round = try await house.store.apply(
                    next, faceRound: round.id, player: house.player
                ).round
            }
        }
        let results = try await house.store.faceResults(player: house.player)
        let days = try await house.store.faceDays(player: house.player)
        var sums: [Skill: FaceDay] = [:]
        for result in results {
            let skill = Skill(result.target, at: .standard(result.levelAsked))
            sums[
                skill,
                default: FaceDay(
                    day: days[0].day, emotion: result.target, level: result.levelAsked)
            ].count(result)
        }
        #expect(Set(days) == Set(sums.values))
        #expect(try await house.store.completedFaceRounds(player: house.player, level: 1) == 2)
        #expect(try await house.store.completedFaceRounds(player: house.player, level: 3) == 0)
        #expect(try await house.store.check().isEmpty)
        try house.leave()
    }

    @Test func `Reset, deletion and export include the faces`() async throws {
        let house = try await FaceHouse()
        let round = try await house.store.beginFaceRound(newRound(), player: house.player)
        _ = try await house.store.apply(
            event(.matched, 0), faceRound: round.id, player: house.player)
        let export = try await house.store.export(house.account)
        #expect(export.players.first?.faces.map(\.target) == [.happiness])
        try await house.store.resetProgress(player: house.player)
        #expect(try await house.store.faceDays(player: house.player).isEmpty)
        #expect(try await house.store.faceResults(player: house.player).isEmpty)
        #expect(try await house.store.faceRound(round.id, player: house.player) == nil)
        try house.leave()
    }

    @Test func `No database column can contain a picture of a face`() async throws {
        let house = try await FaceHouse()
        let columns = try await house.store.pool.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT m.name AS "table", c.name AS "column", c.type FROM sqlite_schema m
                    JOIN pragma_table_info(m.name) c WHERE m.name LIKE 'face%' AND m.type = 'table'
                    """
            ).map { row in
                "\(row["table"] as String).\(row["column"] as String) \(row["type"] as String)"
            }
        }
        #expect(columns.count > 30)
        // The names of rounds and events, which a check limits to 16 bytes.
        #expect(
            Set(columns.filter { $0.hasSuffix("BLOB") }) == [
                "face_round.name BLOB", "face_event.event BLOB",
            ])
        try house.leave()
    }
}
