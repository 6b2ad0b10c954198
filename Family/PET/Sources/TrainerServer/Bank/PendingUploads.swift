import FamilyAccounts
import Foundation
import Synchronization
import TrainerStore

/// Keeps pictures and recordings in memory until their question is saved.
///
/// The question refers to each upload by a generated name. Uploads are dropped when the question is
/// saved, after half an hour, or when a limit is exceeded; the browser then uploads the file again.
final class PendingUploads: Sendable {
    /// Maximum number of uploads of a family: a picture and two recordings of a question, plus one.
    static let mostOfFamily = 4
    /// Maximum number of bytes of all families.
    static let mostBytes = 32_000_000
    /// The time for which an upload is kept, in seconds.
    static let lifetime: Double = 30 * 60

    private struct Upload {
        let id: UUID
        let account: AccountID
        let content: [UInt8]
        let at: Date
    }

    /// The oldest first.
    private let uploads = Mutex<[Upload]>([])
    private let mostBytes: Int
    private let now: @Sendable () -> Date

    init(mostBytes: Int = mostBytes, now: @escaping @Sendable () -> Date = { Date() }) {
        self.mostBytes = mostBytes
        self.now = now
    }

    /// Keeps an upload.
    ///
    /// - Returns: The upload's name.
    func add(_ content: [UInt8], of account: AccountID) -> UUID {
        let upload = Upload(id: UUID(), account: account, content: content, at: now())
        uploads.withLock { uploads in
            dropExpired(&uploads)
            uploads.append(upload)
            let own = uploads.indices.filter { uploads[$0].account == account }
            if own.count > Self.mostOfFamily { uploads.remove(at: own[0]) }
            while uploads.reduce(0, { $0 + $1.content.count }) > mostBytes, uploads.count > 1 {
                dropOfLargestFamily(&uploads)
            }
        }
        return upload.id
    }

    /// The bytes of an upload; nil if the account has no such upload.
    func content(of id: UUID, account: AccountID) -> [UInt8]? {
        uploads.withLock { uploads in
            dropExpired(&uploads)
            return uploads.first { $0.id == id && $0.account == account }?.content
        }
    }

    /// Drops uploads of an account.
    func remove(_ ids: Set<UUID>, of account: AccountID) {
        uploads.withLock { $0.removeAll { ids.contains($0.id) && $0.account == account } }
    }

    private func dropExpired(_ uploads: inout [Upload]) {
        let now = now()
        // Otherwise a clock that was set back would extend the lifetime.
        uploads.removeAll { abs(now.timeIntervalSince($0.at)) >= Self.lifetime }
    }

    /// Drops the oldest upload of the family that uses the most bytes.
    private func dropOfLargestFamily(_ uploads: inout [Upload]) {
        let bytes = Dictionary(grouping: uploads, by: \.account)
            .mapValues { $0.reduce(0) { $0 + $1.content.count } }
        guard let largest = bytes.max(by: { $0.value < $1.value })?.key,
            let index = uploads.firstIndex(where: { $0.account == largest })
        else { return }
        uploads.remove(at: index)
    }
}

/// Limits the number of pictures that the scoring service analyzes at once, in total and for one
/// family.
final class AnalysisLimit: Sendable {
    /// Maximum number of pictures of all families.
    static let most = 8
    /// Maximum number of pictures of one family.
    static let mostOfFamily = 2

    private let running = Mutex<[AccountID: Int]>([:])

    /// Runs work if the limits permit it.
    ///
    /// - Throws: `busy` if they do not, and errors of the work.
    func run<Value>(
        for account: AccountID, _ work: () async throws -> Value
    ) async throws -> Value {
        let isFree = running.withLock { running in
            let own = running[account, default: 0]
            guard own < Self.mostOfFamily, running.values.reduce(0, +) < Self.most else {
                return false
            }
            running[account] = own + 1
            return true
        }
        guard isFree else { throw OwnPictureFault.busy }
        defer {
            running.withLock { running in
                let left = running[account, default: 1] - 1
                running[account] = left > 0 ? left : nil
            }
        }
        return try await work()
    }
}
