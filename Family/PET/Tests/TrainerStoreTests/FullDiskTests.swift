import FamilyAccounts
import FamilyStore
import Foundation
import Testing
import TrainerRules

@testable import TrainerStore

/// A separate file system, small or read-only; needs the right to mount it.
@Suite(.serialized, .enabled(if: SmallDisk.isPossible, "needs the right to mount a file system"))
struct FullDiskTests {
    @Test func diskFullDuringPlayLosesNoStoredAnswer() async throws {
        let disk = try SmallDisk(kilobytes: 1600)
        let store = try TrainerStore(folder: disk.folder)
        let account = try await store.createAccount(.sample("ada"))
        let player = try #require(account.players.first).id
        let padding = disk.mount.appending(path: "padding")
        try Data(count: 500_000).write(to: padding)
        var taken = 0
        var round = try await store.beginRound(.sample(8), player: player)
        let error = await #expect(throws: StoreError.self) {
            while true {
                if round.isFinished {
                    round = try await store.beginRound(.sample(8), player: player)
                }
                guard let event = round.wrong() ?? round.event(.skip) else { continue }
                round = try await store.apply(event, round: round.id, player: player).round
                taken += 1
            }
        }
        #expect(error?.code == .full)
        #expect(error?.message.contains("Free space") == true)
        #expect(taken > 0)
        // Reads still work, writes keep failing with the same error, and once there is room
        // everything works again.
        #expect(try await store.account(account.id) == account)
        try FileManager.default.removeItem(at: padding)
        let again = try #require(
            try await store.unfinishedRound(player: player, level: round.level))
        #expect(again.revision == round.revision)
        let event = try #require(again.event(.tip))
        _ = try await store.apply(event, round: again.id, player: player)
        let stored = try await store.export(account.id).players.first?.rounds
            .map(\.answers.count).reduce(0, +)
        #expect(stored == taken + 1)
        #expect(try await store.check().isEmpty)
        try store.close()
    }

    @Test func fullDiskAtTheFirstStartIsReportedWithoutHarm() throws {
        let disk = try SmallDisk(kilobytes: 64)
        let error = #expect(throws: StoreError.self) { try TrainerStore(folder: disk.folder) }
        #expect(error?.code == .full)
        let larger = try SmallDisk.remount(disk, "size=4m")
        try TrainerStore(folder: larger.folder).close()
    }

    @Test func readOnlyDiskIsReported() async throws {
        let disk = try SmallDisk(kilobytes: 4000)
        let store = try TrainerStore(folder: disk.folder)
        try await store.backup(to: disk.mount.appending(path: "copy.sqlite"))
        try store.close()
        try SmallDisk.remount(disk, "ro")
        let error = #expect(throws: StoreError.self) { try TrainerStore(folder: disk.folder) }
        #expect(error?.code == .readOnly)
        #expect(error?.message.contains(disk.folder.path) == true)
        let restoring = #expect(throws: StoreError.self) {
            try TrainerStore.restore(
                from: disk.mount.appending(path: "copy.sqlite"), folder: disk.folder)
        }
        #expect(restoring != nil)
    }
}

/// A file system in memory.
final class SmallDisk: Sendable {
    let mount: URL
    var folder: URL { mount.appending(path: "data", directoryHint: .isDirectory) }

    static let isPossible = (try? SmallDisk(kilobytes: 64)) != nil

    init(kilobytes: Int) throws {
        mount = FileManager.default.temporaryDirectory.appending(
            path: "pet-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: mount, withIntermediateDirectories: true)
        do {
            try Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", mount.path)
        } catch {
            try? FileManager.default.removeItem(at: mount)
            throw error
        }
    }

    deinit {
        // Unmounts lazily: open files stay until they are closed.
        try? Self.run("umount", "-l", mount.path)
        try? FileManager.default.removeItem(at: mount)
    }

    @discardableResult
    static func remount(_ disk: SmallDisk, _ options: String) throws -> SmallDisk {
        try run("mount", "-o", "remount,\(options)", disk.mount.path)
        return disk
    }

    private static func run(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw StoreError(.unexpected, "\(arguments.joined(separator: " ")) failed")
        }
    }
}
