import Foundation
import NIOCore
import Synchronization
import TrainerAccounts

/// The connections that are open, by address, and which of them are idle.
///
/// At most so many are open at once and so many of one address. Where there are more, the one that has
/// been idle longest gives way: first of the same address, then of the address with most. Where none is
/// idle the new one is closed.
final class ConnectionLedger: Sendable {
    /// The most connections of one address: a class behind one address with six for each browser.
    static let standardPerAddress = 256

    /// An open connection.
    private struct Entry {
        let address: String
        let handler: ConnectionHandler
        /// When it became idle, as a number that only grows; nil while a request is under way.
        var idleSince: UInt64?
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var counts: [String: Int] = [:]
        var moment: UInt64 = 0
    }

    private let total: Int
    private let perAddress: Int
    private let state = Mutex(State())

    /// Makes a ledger without connections.
    ///
    /// - Parameters:
    ///   - total: How many connections may be open at once.
    ///   - perAddress: How many of them may be of one address; loopback addresses have no limit of
    ///     their own, since a proxy on this machine brings everybody.
    init(total: Int, perAddress: Int = standardPerAddress) {
        (self.total, self.perAddress) = (total, perAddress)
    }

    /// How many connections are open.
    var count: Int { state.withLock { $0.entries.count } }

    /// Enters a connection, which is idle until its first request; one that has been idle for longer
    /// is closed where there are too many.
    ///
    /// - Returns: Whether it may stay.
    func open(_ handler: ConnectionHandler, address: String) -> Bool {
        let key = AddressThrottle.key(address)
        let (stays, gone) = state.withLock { state -> (Bool, ConnectionHandler?) in
            var gone: ConnectionHandler?
            let isShared = key == "127.0.0.1" || address == "::1" || key == "local"
            if !isShared, state.counts[key, default: 0] >= perAddress {
                gone = Self.takeIdle(&state) { $0.address == key }
                guard gone != nil else { return (false, nil) }
            } else if state.entries.count >= total {
                let most = state.counts.max { $0.value < $1.value }?.key
                gone =
                    Self.takeIdle(&state) { $0.address == most }
                    ?? Self.takeIdle(&state) { _ in true }
                guard gone != nil else { return (false, nil) }
            }
            state.moment += 1
            state.entries[ObjectIdentifier(handler)] = Entry(
                address: key, handler: handler, idleSince: state.moment)
            state.counts[key, default: 0] += 1
            return (true, gone)
        }
        gone?.closeIfIdle()
        return stays
    }

    /// Notes that a request began.
    func begin(_ handler: ConnectionHandler) {
        state.withLock { $0.entries[ObjectIdentifier(handler)]?.idleSince = nil }
    }

    /// Notes that every request is answered.
    func end(_ handler: ConnectionHandler) {
        state.withLock { state in
            state.moment += 1
            state.entries[ObjectIdentifier(handler)]?.idleSince = state.moment
        }
    }

    /// Forgets a connection that is closed.
    func close(_ handler: ConnectionHandler) {
        state.withLock { _ = Self.remove(ObjectIdentifier(handler), &$0) }
    }

    private static func remove(_ name: ObjectIdentifier, _ state: inout State) -> Entry? {
        guard let entry = state.entries.removeValue(forKey: name) else { return nil }
        let left = state.counts[entry.address, default: 1] - 1
        state.counts[entry.address] = left > 0 ? left : nil
        return entry
    }

    /// Takes out the connection that has been idle longest.
    ///
    /// - Complexity: O(n) in the connections, at most `total`.
    private static func takeIdle(
        _ state: inout State, where isMeant: (Entry) -> Bool
    ) -> ConnectionHandler? {
        var oldest: (name: ObjectIdentifier, since: UInt64)?
        for (name, entry) in state.entries {
            guard let since = entry.idleSince, isMeant(entry), since < oldest?.since ?? .max else {
                continue
            }
            oldest = (name, since)
        }
        return oldest.flatMap { remove($0.name, &state)?.handler }
    }
}
