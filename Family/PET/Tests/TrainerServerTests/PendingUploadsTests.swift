import FamilyAccounts
import Foundation
import Synchronization
import Testing
import TrainerStore

@testable import TrainerServer

struct PendingUploadsTests {
    private let ada = AccountID(rawValue: 1)
    private let ben = AccountID(rawValue: 2)

    @Test func uploadIsAvailableToItsFamilyUntilRemoved() {
        let desk = PendingUploads()
        let id = desk.add([1, 2], of: ada)
        #expect(desk.content(of: id, account: ada) == [1, 2])
        #expect(desk.content(of: id, account: ben) == nil)
        desk.remove([id], of: ben)
        #expect(desk.content(of: id, account: ada) != nil)
        desk.remove([id], of: ada)
        #expect(desk.content(of: id, account: ada) == nil)
    }

    @Test func excessUploadOfAFamilyReplacesItsOldest() {
        let desk = PendingUploads()
        let other = desk.add([9], of: ben)
        let ids = (0...PendingUploads.mostOfFamily).map { desk.add([UInt8($0)], of: ada) }
        #expect(desk.content(of: ids[0], account: ada) == nil)
        #expect(ids.dropFirst().allSatisfy { desk.content(of: $0, account: ada) != nil })
        #expect(desk.content(of: other, account: ben) != nil)
    }

    @Test func fullStorageDropsTheOldestUploadOfTheLargestFamily() {
        let desk = PendingUploads(mostBytes: 10)
        let small = desk.add([1], of: ben)
        let first = desk.add(Array(repeating: 0, count: 5), of: ada)
        let second = desk.add(Array(repeating: 0, count: 5), of: ada)
        #expect(desk.content(of: first, account: ada) == nil)
        #expect(desk.content(of: second, account: ada) != nil)
        #expect(desk.content(of: small, account: ben) != nil)
    }

    @Test func uploadIsDroppedAfterHalfAnHour() {
        let seconds = Mutex(0.0)
        let desk = PendingUploads(
            now: { Date(timeIntervalSince1970: seconds.withLock { $0 }) })
        let id = desk.add([1], of: ada)
        seconds.withLock { $0 = PendingUploads.lifetime - 1 }
        #expect(desk.content(of: id, account: ada) != nil)
        seconds.withLock { $0 = PendingUploads.lifetime }
        #expect(desk.content(of: id, account: ada) == nil)
    }

    @Test func previewsOfAFamilyAreLimitedIndependently() async throws {
        let limit = AnalysisLimit()
        let (ada, ben) = (ada, ben)
        let isBusy = try await limit.run(for: ada) {
            try await limit.run(for: ada) {
                let isBenFree = try await limit.run(for: ben) { true }
                #expect(isBenFree)
                do {
                    return try await limit.run(for: ada) { false }
                } catch OwnPictureFault.busy {
                    return true
                }
            }
        }
        #expect(isBusy)
        #expect(try await limit.run(for: ada) { true })
    }
}
