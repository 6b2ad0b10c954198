import FacialFunWire
import FamilyAccounts
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

/// Compares the sums that are updated with each answer with a recount of all stored answers.
@Suite struct PortalStoreTests {
    /// Plays rounds at random.
    static func play(
        _ player: PlayerID, in test: TestStore, rounds: Int, by generator: inout SeededGenerator
    ) async throws {
        for _ in 0..<rounds {
            let level =
                [PlayedLevel.standard(1), .standard(2), .questionBank]
                .randomElement(using: &generator) ?? .standard(1)
            let form: Question.Form = level == .questionBank ? .own : .cartoon
            var round = try await test.store.beginRound(
                .sample(level: level, form: form), player: player)
            for _ in 0..<Int.random(in: 1...20, using: &generator) {
                guard let event = round.anyEvent(by: &generator) else { break }
                round = try await test.store.apply(event, round: round.id, player: player).round
                test.clock.advance(by: 2)
            }
        }
        var faces = try await test.store.beginFaceRound(
            FaceRound(
                id: UUID(), level: 2, offered: [1: [.happiness, .anger], 2: [.happiness, .fear]]),
            player: player)
        while !faces.isFinished {
            let event = FaceEvent(
                id: UUID(), showing: faces.showing,
                action: Bool.random(using: &generator)
                    ? .skip
                    : .judged(.init(.matched, mode: .tap, progress: 1, hints: 1)),
                elapsedMilliseconds: 4000)
            faces = try await test.store.apply(event, faceRound: faces.id, player: player).round
        }
    }

    /// The rows of a player, by group.
    static func rows(
        _ player: PlayerID, in test: TestStore
    ) async throws -> [String: PortalCounts] {
        try await test.store.read { db in
            try Dictionary(
                uniqueKeysWithValues: Row.fetchAll(
                    db,
                    sql: """
                        SELECT portal_cell.name, portal_row.* FROM portal_row
                        JOIN portal_cell ON portal_cell.id = cell WHERE player = ?
                        """, arguments: [player.rawValue]
                ).map { ($0["name"] as String, PortalRows.counts($0)) })
        }
    }

    @Test(arguments: 1...5)
    func recountConfirmsTheRunningCounts(seed: UInt64) async throws {
        let test = try TestStore()
        var generator = SeededGenerator(seed: seed)
        for name in ["ada", "ben"] {
            try await Self.play(
                try await test.player(name), in: test, rounds: 6, by: &generator)
        }
        let rebuilt = try await test.store.rebuildPortal()
        #expect(rebuilt == .init(players: 2, differing: 0))
        let rows = try await Self.rows(PlayerID(rawValue: 1), in: test)
        #expect(rows.count > 8)
        #expect(rows.keys.contains { $0.hasPrefix("faces/2/") })
        #expect(rows.keys.contains { $0.hasPrefix("confusion/") })
        #expect(!rows.keys.contains { $0.contains("/own/") })
        // Each question counts in exactly one step.
        func asked(_ family: String) -> Int {
            rows.filter { $0.key.hasPrefix(family) }.map { $0.value[.asked] }.reduce(0, +)
        }
        #expect(asked("learning/") == asked("answers/") && asked("answers/") > 0)
    }

    @Test func wrongSumsAreFoundAndCorrected() async throws {
        let test = try TestStore()
        var generator = SeededGenerator(seed: 9)
        let player = try await test.player()
        try await Self.play(player, in: test, rounds: 3, by: &generator)
        let before = try await Self.rows(player, in: test)
        try await test.store.write { db in
            try db.execute(sql: "UPDATE portal_row SET n0 = n0 + 1 WHERE cell % 2 = 0")
            try db.execute(sql: "DELETE FROM portal_row WHERE cell % 3 = 0")
        }
        #expect(try await test.store.rebuildPortal() == .init(players: 1, differing: 1))
        #expect(try await Self.rows(player, in: test) == before)
    }

    @Test func recountDuringPlayFindsNoErrors() async throws {
        let test = try TestStore()
        var players: [PlayerID] = []
        for number in 0..<6 { players.append(try await test.player("kid\(number)")) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (seed, player) in players.enumerated() {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(seed))
                    try await Self.play(player, in: test, rounds: 12, by: &generator)
                }
            }
            group.addTask {
                for _ in 0..<15 {
                    let rebuilt = try await test.store.rebuildPortal()
                    #expect(rebuilt.differing == 0)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await test.store.rebuildPortal() == .init(players: 6, differing: 0))
        #expect(try await test.store.check().isEmpty)
    }

    @Test func onlyPlayersWithConsentAreCounted() async throws {
        let test = try TestStore()
        var new = NewAccount.sample("ada")
        new.agreesToStatistics = false
        let account = try await test.store.createAccount(new)
        let player = try #require(account.players.first).id
        var generator = SeededGenerator(seed: 3)
        try await Self.play(player, in: test, rounds: 4, by: &generator)
        #expect(try await Self.rows(player, in: test).isEmpty)

        var changes = AccountChanges()
        changes.agreesToStatistics = true
        _ = try await test.store.updateAccount(account.id, player: player, changes: changes)
        let rows = try await Self.rows(player, in: test)
        #expect(!rows.isEmpty)
        #expect(try await test.store.rebuildPortal().differing == 0)

        changes.agreesToStatistics = false
        _ = try await test.store.updateAccount(account.id, player: player, changes: changes)
        #expect(try await Self.rows(player, in: test).isEmpty)
        changes.agreesToStatistics = true
        _ = try await test.store.updateAccount(account.id, player: player, changes: changes)
        #expect(try await Self.rows(player, in: test) == rows)
    }

    @Test func deletedAndResetPlayersAreRemoved() async throws {
        let test = try TestStore()
        var generator = SeededGenerator(seed: 5)
        let account = try await test.account("ada")
        let ada = try #require(account.players.first).id
        let ben = try await test.player("ben")
        for player in [ada, ben] {
            try await Self.play(player, in: test, rounds: 4, by: &generator)
        }
        try await test.store.deleteAccount(account.id)
        #expect(try await Self.rows(ada, in: test).isEmpty)
        try await test.store.resetProgress(player: ben)
        #expect(try await Self.rows(ben, in: test).isEmpty)
        try await Self.play(ben, in: test, rounds: 2, by: &generator)
        #expect(try await test.store.rebuildPortal() == .init(players: 1, differing: 0))
        #expect(try await test.store.check().isEmpty)
    }

    @Test func changedBirthYearAndLostRoundAreRecounted() async throws {
        let test = try TestStore()
        var generator = SeededGenerator(seed: 6)
        let account = try await test.account()
        let player = try #require(account.players.first).id
        try await Self.play(player, in: test, rounds: 5, by: &generator)
        var changes = AccountChanges()
        changes.birthYear = 2000
        _ = try await test.store.updateAccount(account.id, player: player, changes: changes)
        let rows = try await Self.rows(player, in: test)
        #expect(rows.keys.filter { $0.hasPrefix("answers/") }.allSatisfy { $0.hasSuffix("/18+") })
        // A family deletes a day with this round.
        try await test.store.write { db in try db.execute(sql: "DELETE FROM round WHERE id = 1") }
        #expect(try await test.store.recomputeStalePortalRows() == 1)
        #expect(try await test.store.rebuildPortal().differing == 0)
    }

    @Test func weeklyEditionIncludesAtLeastTenPlayers() async throws {
        let test = try TestStore()
        #expect(try await test.store.portalEdition() == nil)
        let empty = try #require(try await test.store.publishPortalWhenDue())
        #expect(empty.figures.isEmpty && empty.withheld.isEmpty)
        #expect(try await test.store.publishPortalWhenDue() == nil)
        var generator = SeededGenerator(seed: 8)
        var players: [PlayerID] = []
        for number in 0..<12 {
            players.append(try await test.player("kid\(number)"))
            try await Self.play(players[number], in: test, rounds: 5, by: &generator)
        }
        test.clock.advance(by: 7 * 86_400)
        let first = try #require(try await test.store.publishPortalWhenDue())
        let all = try #require(first.figures["all"])
        #expect(all.players == 10 && all.answers >= 50)
        #expect(try await test.store.portalEdition() == first)
        #expect(try await test.store.portalEdition(first.number) == first)

        // After one player joins, the figures stay; after one leaves, they are withheld.
        try await Self.play(try await test.player("late"), in: test, rounds: 9, by: &generator)
        let second = try await test.store.publishPortal()
        #expect(second.figures == first.figures)
        try await test.store.deleteAccount(AccountID(rawValue: 3))
        let third = try await test.store.publishPortal()
        #expect(third.figures["all"] == nil && third.withheld.contains("all"))
        // When ten players have played since, they are published again.
        for player in players where player != players[2] {
            try await Self.play(player, in: test, rounds: 6, by: &generator)
        }
        let fourth = try await test.store.publishPortal()
        #expect(fourth.figures["all"]?.since == fourth.number)
        #expect(try await test.store.portalEditions().map(\.number) == [1, 2, 3, 4, 5])
    }
}
