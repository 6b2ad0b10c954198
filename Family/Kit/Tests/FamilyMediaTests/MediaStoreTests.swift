import Foundation
import GRDB
import Testing

@testable import FamilyMedia

struct MediaStoreTests {
    @Test func quotaIsExactToTheByte() async throws {
        let house = try MediaHouse(quota: MediaQuota(bytes: 10, files: 10))
        try await house.store.add(house.product("1234567"), to: 1)
        try await house.store.add(house.product("abc"), to: 1)
        #expect(try await house.store.use(of: 1) == (10, 2))
        let error = await #expect(throws: MediaError.self) {
            try await house.store.add(house.product("x"), to: 1)
        }
        #expect(error?.code == "quota_full")
        await #expect(throws: MediaError.self) { try await house.store.checkQuota(of: 1) }
        // The same file again uses no quota, and each household has its own quota.
        try await house.store.add(house.product("abc"), to: 1)
        try await house.store.add(house.product("x"), to: 2)
    }

    @Test func numberOfFilesIsLimited() async throws {
        let house = try MediaHouse(quota: MediaQuota(bytes: 1000, files: 2))
        for text in ["a", "b"] { try await house.store.add(house.product(text), to: 1) }
        let error = await #expect(throws: MediaError.self) {
            try await house.store.add(house.product("c"), to: 1)
        }
        #expect(error?.code == "quota_full")
    }

    @Test func fileOfTwoHouseholdsIsStoredOnceUntilBothDeleteIt() async throws {
        let house = try MediaHouse()
        let media = try await house.store.add(
            house.product("same", variants: ["512": "small"]), to: 1)
        #expect(try await house.store.media(media.id, of: 2) == nil)
        try await house.store.add(house.product("same"), to: 2)
        try await house.store.deleteAll(of: 1)
        #expect(try await house.store.media(media.id, of: 1) == nil)
        #expect(try await house.store.media(media.id, of: 2) == media)
        #expect(house.exists(media.id) && house.exists(media.id, "512"))
        try await house.store.deleteAll(of: 2)
        #expect(!house.exists(media.id) && !house.exists(media.id, "512"))
    }

    @Test func unreferencedFileIsRemovedAfterTheGracePeriod() async throws {
        let house = try MediaHouse()
        let used = try await house.store.add(house.product("used"), to: 1)
        let unused = try await house.store.add(house.product("unused"), to: 1)
        let unknown = try await house.database.write { db in
            try MediaStore.setReferences(
                db, household: 1, app: "test", owner: "a", to: [used.id])
        }
        #expect(unknown.isEmpty)
        house.clock.advance(by: 23 * 3600)
        try await house.store.removeUnused()
        #expect(house.exists(unused.id))
        house.clock.advance(by: 2 * 3600)
        try await house.store.removeUnused()
        #expect(house.exists(used.id) && !house.exists(unused.id))
        _ = try await house.database.write { db in
            try MediaStore.setReferences(db, household: 1, app: "test", owner: "a", to: [])
        }
        try await house.store.removeUnused()
        #expect(!house.exists(used.id))
    }

    @Test func filesOfOtherHouseholdsCannotBeReferenced() async throws {
        let house = try MediaHouse()
        let media = try await house.store.add(house.product("secret"), to: 1)
        let unknown = try await house.database.write { db in
            try MediaStore.setReferences(
                db, household: 2, app: "test", owner: "a", to: [media.id])
        }
        #expect(unknown == [media.id])
    }

    @Test func leftoversOfACrashAreRemoved() async throws {
        let house = try MediaHouse()
        let media = try await house.store.add(house.product("kept"), to: 1)
        let orphan = house.store.folder.url(of: String(repeating: "ab", count: 32))
        try FileManager.default.createDirectory(
            at: orphan.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("half".utf8).write(to: orphan)
        _ = try house.store.folder.workspace("gone")
        try await MediaJobs(store: house.store, workers: [:], logger: MediaHouse.logger).resume()
        #expect(!FileManager.default.fileExists(atPath: orphan.path))
        #expect(
            try FileManager.default.contentsOfDirectory(
                atPath: house.store.folder.work.path
            ).isEmpty)
        #expect(house.exists(media.id))
    }

    @Test func missingAndDamagedFilesAreReported() async throws {
        let house = try MediaHouse()
        let (a, b) = (
            try await house.store.add(house.product("a"), to: 1),
            try await house.store.add(house.product("b", variants: ["512": "c"]), to: 1)
        )
        #expect(try await house.store.findings().isEmpty)
        try Data("changed".utf8).write(to: house.store.folder.url(of: a.id))
        try FileManager.default.removeItem(at: house.store.folder.url(of: b.id, variant: "512"))
        let findings = try await house.store.findings()
        #expect(findings.count == 2)
        #expect(findings.contains { $0.contains("\(a.id) is damaged") })
        #expect(findings.contains { $0.contains("\(b.id).512 is missing") })
    }

    @Test func backupHasAllFilesAndIsCheckedBeforeRestoring() async throws {
        let house = try MediaHouse()
        let media = try await house.store.add(
            house.product("kept", variants: ["512": "small"]), to: 1)
        let backup = house.folder.appending(path: "backup.sqlite")
        let copy = try DatabaseQueue(path: backup.path)
        try house.database.queue.backup(to: copy)
        try copy.close()
        #expect(try MediaBackup.copy(house.store.folder.url, for: backup) == 2)
        #expect(try MediaBackup.findings(of: backup).isEmpty)
        try await house.store.deleteAll(of: 1)
        #expect(!house.exists(media.id))
        try MediaBackup.restore(backup, to: house.store.folder.url)
        #expect(house.exists(media.id) && house.exists(media.id, "512"))
        let damaged = MediaFolder(MediaBackup.folder(for: backup)).url(of: media.id)
        try Data("other".utf8).write(to: damaged)
        #expect(try MediaBackup.findings(of: backup).count == 1)
    }

    @Test(arguments: [
        ("bytes=0-4", ByteRange.part(0..<5)), ("bytes=5-", .part(5..<10)),
        ("bytes=-3", .part(7..<10)), ("bytes=-99", .part(0..<10)), ("bytes=9-99", .part(9..<10)),
        ("bytes=0-9223372036854775807", .part(0..<10)), ("bytes=10-", .unsatisfiable),
        ("bytes=-0", .unsatisfiable), ("bytes=5-4", .whole), ("bytes=0-1,3-4", .whole),
        ("items=0-1", .whole), ("bytes=a-b", .whole), ("bytes=", .whole), ("bytes=-", .whole),
    ])
    func rangeSelectsBytesOfTheFile(header: String, range: ByteRange) {
        #expect(ByteRange(header, size: 10) == range)
    }
}
