import FamilyAccounts
import Foundation
import NIOCore
import Synchronization

/// The open connections by address, and the idle ones among them.
///
/// Limits connections in total and for each address. Above a limit, the connection that has been
/// idle longest is closed: one of the same address if there is one, otherwise one of the address
/// with the most connections. If none is idle, the new connection is closed.
package final class ConnectionLedger: Sendable {
    /// Maximum number of connections of one address: enough for a class behind one address, with
    /// six connections for each browser.
    package static let standardPerAddress = 256

    /// An open connection.
    private struct Entry {
        let address: String
        let handler: ConnectionHandler
        /// A sequence number that rises each time a connection becomes idle; nil while a request is
        /// in progress.
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
    ///   - total: Maximum number of open connections.
    ///   - perAddress: Maximum number of one address. Loopback addresses are exempt, because a
    ///     proxy on this machine connects for everyone.
    package init(total: Int, perAddress: Int = standardPerAddress) {
        (self.total, self.perAddress) = (total, perAddress)
    }

    /// The number of open connections.
    var count: Int { state.withLock { $0.entries.count } }

    /// Registers a connection, which is idle until its first request; closes the longest idle one
    /// if a limit is exceeded.
    ///
    /// - Returns: Whether the connection may stay.
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

    /// Records the start of a request.
    func begin(_ handler: ConnectionHandler) {
        state.withLock { $0.entries[ObjectIdentifier(handler)]?.idleSince = nil }
    }

    /// Records that all requests are answered.
    func end(_ handler: ConnectionHandler) {
        state.withLock { state in
            state.moment += 1
            state.entries[ObjectIdentifier(handler)]?.idleSince = state.moment
        }
    }

    /// Removes a closed connection.
    func close(_ handler: ConnectionHandler) {
        state.withLock { _ = Self.remove(ObjectIdentifier(handler), &$0) }
    }

    private static func remove(_ name: ObjectIdentifier, _ state: inout State) -> Entry? {
        guard let entry = state.entries.removeValue(forKey: name) else { return nil }
        let left = state.counts[entry.address, default: 1] - 1
        state.counts[entry.address] = left > 0 ? left : nil
        return entry
    }

    /// Removes the connection that has been idle longest.
    ///
    /// - Complexity: O(n) in the connections, at most `total`.
    private static func takeIdle(
        _ state: inout State, where isCandidate: (Entry) -> Bool
    ) -> ConnectionHandler? {
        var oldest: (name: ObjectIdentifier, since: UInt64)?
        for (name, entry) in state.entries {
            guard let since = entry.idleSince, isCandidate(entry), since < oldest?.since ?? .max
            else {
                continue
            }
            oldest = (name, since)
        }
        return oldest.flatMap { remove($0.name, &state)?.handler }
    }
}
