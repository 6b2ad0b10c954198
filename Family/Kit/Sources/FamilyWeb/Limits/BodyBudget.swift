import FamilyAccounts
import HTTPTypes
import Synchronization

/// Limits the bytes of request bodies in memory, in total and for each client.
///
/// Bytes are charged as they arrive and returned when their request is answered, so that many
/// unfinished bodies take no more memory than one client's share.
package final class BodyBudget: Sendable {
    /// All clients together.
    package static let standardTotal = 48_000_000
    /// The share of one client: two questions, each with a picture and two recordings.
    package static let standardShare = 8_000_000

    /// The reason that bytes were denied.
    enum Shortage: Sendable {
        /// The client has used up its share.
        case share
        /// All clients together have used up the total.
        case total
    }

    private struct State {
        var used = 0
        var usedByClients: [String: Int] = [:]
    }

    private let total: Int
    private let share: Int
    private let state = Mutex(State())

    /// Makes a budget of bytes in total and for each client.
    package init(total: Int = standardTotal, share: Int = standardShare) {
        (self.total, self.share) = (total, share)
    }

    /// The number of bytes in use.
    var used: Int { state.withLock { $0.used } }

    /// Charges bytes to a client.
    ///
    /// - Returns: The reason for denial; nil if they were granted.
    func take(_ count: Int, for client: String) -> Shortage? {
        state.withLock { state in
            let own = state.usedByClients[client, default: 0]
            guard count <= share - own else { return .share }
            guard count <= total - state.used else { return .total }
            state.used += count
            state.usedByClients[client] = own + count
            return nil
        }
    }

    /// Returns bytes of a client.
    func release(_ count: Int, of client: String) {
        guard count > 0 else { return }
        state.withLock { state in
            state.used -= count
            let left = state.usedByClients[client, default: 0] - count
            assert(state.used >= 0 && left >= 0, "more bytes were released than charged")
            state.usedByClients[client] = left > 0 ? left : nil
        }
    }
}

/// The bytes that one request holds of a ``BodyBudget``; released with it.
final class BodyLease: BodyMemory {
    private let budget: BodyBudget
    private let held = Mutex<[String: Int]>([:])

    init(_ budget: BodyBudget) { self.budget = budget }

    deinit { release() }

    /// Charges received bytes to their sender.
    ///
    /// - Throws: `too_many` (429) if the client's share is used up, `busy` (503) if the total is.
    func charge(_ count: Int, to context: FamilyContext) throws(WireError) {
        let client =
            context.identity.map { "account \($0.household)" }
            ?? "address \(AddressThrottle.key(context.peer))"
        switch budget.take(count, for: client) {
        case nil: held.withLock { $0[client, default: 0] += count }
        case .share:
            throw WireError(
                .tooManyRequests, "too_many",
                "Too many uploads at once. Please try again in a moment.", seconds: 2)
        case .total:
            throw WireError(
                .serviceUnavailable, "busy",
                "Too many uploads at once. Please try again in a moment.", seconds: 2)
        }
    }

    /// Returns all bytes.
    func release() {
        let bytes = held.withLock { held in
            defer { held = [:] }
            return held
        }
        for (client, count) in bytes { budget.release(count, of: client) }
    }
}
