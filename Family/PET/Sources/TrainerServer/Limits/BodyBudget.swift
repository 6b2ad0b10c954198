import FamilyWeb
import HTTPTypes
import Synchronization
import TrainerAccounts
import TrainerStore

/// How many bytes of request bodies may be in memory at a time: of all clients together, and of one.
///
/// Bytes are charged as they arrive and come back when their request is answered, so that many bodies
/// that are begun and never finished cost no more memory than one client's share.
final class BodyBudget: Sendable {
    /// All clients together.
    static let standardTotal = 48_000_000
    /// One client: two questions with a picture and two recordings each.
    static let standardShare = 8_000_000

    /// Why bytes are not to be had.
    enum Shortage: Sendable {
        /// The client has its share already.
        case share
        /// All clients together have everything.
        case total
    }

    private struct State {
        var used = 0
        var usedByClients: [String: Int] = [:]
    }

    private let total: Int
    private let share: Int
    private let state = Mutex(State())

    init(total: Int = standardTotal, share: Int = standardShare) {
        (self.total, self.share) = (total, share)
    }

    /// How many bytes are in use.
    var used: Int { state.withLock { $0.used } }

    /// Takes bytes for a client.
    ///
    /// - Returns: nil where they were taken; else why not.
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

    /// Gives bytes of a client back.
    func release(_ count: Int, of client: String) {
        guard count > 0 else { return }
        state.withLock { state in
            state.used -= count
            let left = state.usedByClients[client, default: 0] - count
            assert(state.used >= 0 && left >= 0, "more bytes came back than were taken")
            state.usedByClients[client] = left > 0 ? left : nil
        }
    }
}

/// The bytes that one request holds of a ``BodyBudget``; they come back when it is released.
final class BodyLease: BodyMemory {
    private let budget: BodyBudget
    private let held = Mutex<[String: Int]>([:])

    init(_ budget: BodyBudget) { self.budget = budget }

    deinit { release() }

    /// Charges bytes that arrived to whoever sent them.
    ///
    /// - Throws: `too_many` (429) where the client has its share, `busy` (503) where everything is
    ///   taken.
    func charge(_ count: Int, to context: TrainerContext) throws(WireError) {
        let client =
            context.session.map { "account \($0.account.rawValue)" }
            ?? "address \(AddressThrottle.key(context.peer))"
        switch budget.take(count, for: client) {
        case nil: held.withLock { $0[client, default: 0] += count }
        case .share:
            throw WireError(
                .tooManyRequests, "too_many",
                "Too much is being sent at once. Please try again in a moment.", seconds: 2)
        case .total:
            throw WireError(
                .serviceUnavailable, "busy",
                "Too much is being sent at once. Please try again in a moment.", seconds: 2)
        }
    }

    /// Gives everything back.
    func release() {
        let bytes = held.withLock { held in
            defer { held = [:] }
            return held
        }
        for (client, count) in bytes { budget.release(count, of: client) }
    }
}
