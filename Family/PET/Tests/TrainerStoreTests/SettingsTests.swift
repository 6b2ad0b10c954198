import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import Testing

@testable import TrainerStore

@Suite struct SettingsTests {
    let test: TestStore
    let player: PlayerID

    init() async throws {
        test = try TestStore()
        player = try await test.player()
    }

    @Test func newPlayerHasDefaultSettings() async throws {
        #expect(try await test.store.settings(of: player) == PlayerSettings())
    }

    @Test func settingsCanBeStoredAndReadBack() async throws {
        let set = try await test.store.updateSettings(of: player) { settings in
            settings.volume = 25
            settings.narration = false
            settings.voice = "am_michael"
            settings.theme = .dim
            settings.motion = .off
            settings.reward = .none
        }
        #expect(try await test.store.settings(of: player) == set)
        #expect(set.volume == 25)
        #expect(set.reward == .none)
    }

    @Test(arguments: [-5, 0, 20, 26, 101, 105, Int.max])
    func C1_invalidVolumeIsRejectedAndNothingChanges(volume: Int) async throws {
        let error = await #expect(throws: StoreError.self) {
            try await test.store.updateSettings(of: player) { settings in
                settings.volume = volume
                settings.sounds = false
            }
        }
        #expect(error?.code == .invalid)
        #expect(try await test.store.settings(of: player) == PlayerSettings())
    }

    @Test func changesOfDifferentSettingsInTwoTabsAreBothKept() async throws {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { [test, player] in
                    _ = try? await test.store.updateSettings(of: player) { settings in
                        if number.isMultiple(of: 2) {
                            settings.narration = false
                        } else {
                            settings.sounds = false
                        }
                    }
                }
            }
        }
        let settings = try await test.store.settings(of: player)
        #expect(!settings.narration)
        #expect(!settings.sounds)
    }

    @Test func settingsOfALaterVersionAreReadAndDamagedOnesRejected() async throws {
        try await test.store.write { [player] db in
            try db.execute(
                sql: "UPDATE member SET settings = ? WHERE id = ?",
                arguments: [#"{"volume": 30, "smell": "rose"}"#, player.rawValue])
        }
        #expect(try await test.store.settings(of: player).volume == 30)
        try await test.store.write { [player] db in
            try db.execute(
                sql: "UPDATE member SET settings = ? WHERE id = ?",
                arguments: [#"{"volume": "loud"}"#, player.rawValue])
        }
        let error = await #expect(throws: StoreError.self) {
            try await test.store.settings(of: player)
        }
        #expect(error?.code == .damaged)
    }

    @Test func unknownPlayerHasNoSettings() async throws {
        let error = await #expect(throws: StoreError.self) {
            try await test.store.settings(of: PlayerID(rawValue: 99))
        }
        #expect(error?.code == .notFound)
    }
}
