import FamilyAccounts
import FamilyStore
import FacialFunWire
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

@Suite struct PlantTests {
    private let house: TestStore

    init() throws { house = try TestStore() }

    private func play(_ round: Round, of player: PlayerID, answers: Int = .max) async throws {
        var round = try await house.store.beginRound(round, player: player)
        var left = answers
        while left > 0, let event = round.right() {
            round = try await house.store.apply(event, round: round.id, player: player).round
            left -= 1
        }
    }

    @Test func everyFinishedRoundGrowsOnePlant() async throws {
        let player = try await house.player()
        try await play(.sample(4), of: player)
        house.clock.advance(by: 86_400)
        try await play(.sample(4), of: player)
        let day = house.store.day(of: house.clock.now)
        let plants = try await house.store.plants(of: player)
        #expect(
            plants == [.init(source: .level1, day: day + -1), .init(source: .level1, day: day)])
    }

    @Test func anUnfinishedRoundGrowsNone() async throws {
        let player = try await house.player()
        try await play(.sample(4), of: player, answers: 2)
        #expect(try await house.store.plants(of: player).isEmpty)
    }

    @Test func aRoundThatIsSkippedAsAWholeGrowsNone() async throws {
        let player = try await house.player()
        var round = try await house.store.beginRound(.sample(2), player: player)
        while !round.isFinished {
            let event = try #require(round.event(.skip))
            round = try await house.store.apply(event, round: round.id, player: player).round
        }
        var faces = try await house.store.beginFaceRound(
            FaceRound(id: UUID(), level: 1, offered: [1: [.happiness, .anger]]), player: player)
        while !faces.isFinished {
            let event = FaceEvent(
                id: UUID(), showing: faces.showing, action: .skip, elapsedMilliseconds: 900)
            faces = try await house.store.apply(event, faceRound: faces.id, player: player).round
        }
        #expect(try await house.store.plants(of: player).isEmpty)
    }

    @Test func aRepeatedLastAnswerGrowsNoSecondPlant() async throws {
        let player = try await house.player()
        var round = try await house.store.beginRound(.sample(2), player: player)
        var last: RoundEvent?
        while let event = round.right() {
            last = event
            round = try await house.store.apply(event, round: round.id, player: player).round
        }
        let again = try #require(last)
        let repeated = try await house.store.apply(again, round: round.id, player: player)
        #expect(repeated.isRepeated)
        #expect(try await house.store.plants(of: player).count == 1)
    }

    @Test func aClosingQuestionGrowsNoPlant() async throws {
        let player = try await house.player()
        try await play(.sample(4), of: player)
        try await play(.sample(1), of: player)
        #expect(try await house.store.plants(of: player).count == 1)
    }

    @Test func aRoundOfFacialFunGrowsAPlant() async throws {
        let player = try await house.player()
        var round = try await house.store.beginFaceRound(
            FaceRound(id: UUID(), level: 1, offered: [1: [.happiness, .anger]]), player: player)
        while !round.isFinished {
            let event = FaceEvent(
                id: UUID(), showing: round.showing, action: .seen, elapsedMilliseconds: 1000)
            round = try await house.store.apply(event, faceRound: round.id, player: player).round
        }
        #expect(try await house.store.plants(of: player).map(\.source) == [.faces])
    }

    @Test func plantsAreExportedAndStayWhenProgressIsReset() async throws {
        let account = try await house.account()
        let player = try #require(account.players.first).id
        try await play(.sample(3), of: player)
        try await house.store.resetProgress(player: player)
        let export = try await house.store.export(account.id)
        #expect(export.players[0].plants.map(\.source) == [.level1])
        try await house.store.deleteAccount(account.id)
        let left = try await house.store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM plant")
        }
        #expect(left == 0)
    }

    @Test func theGardenOfAMigratedDatabaseContainsItsFinishedRounds() async throws {
        let version = try #require(SchemaFixtures.versions.first { $0.number == 10 })
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "pet-garden-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = folder.appending(path: TrainerStore.fileName)
        try FileManager.default.copyItem(at: SchemaFixtures.file(version), to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let store = try TrainerStore(folder: folder)
        // A finished round of Facial Fun. The round of level 1 had a single question, like the
        // closing question of a sitting; the others are unfinished.
        let plants = try await store.plants(of: PlayerID(rawValue: 1))
        #expect(plants.map(\.source) == [.faces])
        #expect(try await store.plants(of: PlayerID(rawValue: 2)).isEmpty)
        try store.close()
    }
}
