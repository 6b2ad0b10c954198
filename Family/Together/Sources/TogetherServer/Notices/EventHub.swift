package import GRDB
import Synchronization

/// Subjects of a change, with the names used by the pages.
package enum FamilyPart: String, Codable, Sendable, Hashable {
    case activities, resources, calendars, playlists, members, settings, notifications
}

/// Wakes the event streams of a household after each committed change.
///
/// The hub stores no events. A stream that wakes up reads from the database, so nothing is lost
/// between connections or during a restart.
package final class EventHub: Sendable {
    /// A signal to an event stream.
    enum Wake: Sendable {
        /// Some parts changed, for the pages of these members, or of all if nil.
        case changed(Set<FamilyPart>, of: Set<Int64>?)
        /// The stream must end.
        case end
    }

    private struct Listener {
        let number: Int
        let member: Int64
        let continuation: AsyncStream<Wake>.Continuation
    }

    private struct State {
        var listeners: [Int64: [Listener]] = [:]
        var next = 0
        var hasEnded = false
    }

    /// Maximum number of streams per member.
    ///
    /// A further stream ends the oldest.
    static let mostOfMember = 6

    private let state = Mutex(State())

    package init() {}

    /// Counts a change of the household's data in the transaction.
    ///
    /// After the commit, wakes the streams of the given members, or of all if nil.
    package func changed(
        _ part: FamilyPart, of household: Int64, for members: Set<Int64>? = nil, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO together_family (household, version) VALUES (?, 1)
                ON CONFLICT DO UPDATE SET version = version + 1
                """, arguments: [household])
        db.afterNextTransaction { [self] _ in wake(household, .changed([part], of: members)) }
    }

    private func wake(_ household: Int64, _ wake: Wake) {
        state.withLock { state in
            for listener in state.listeners[household] ?? [] { listener.continuation.yield(wake) }
        }
    }

    /// Listens to a household's changes; the stream keeps the newest 64 signals.
    func listen(_ household: Int64, as member: Int64) -> AsyncStream<Wake> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Wake.self, bufferingPolicy: .bufferingNewest(64))
        let (number, oldest) = state.withLock { state -> (Int, Listener?) in
            guard !state.hasEnded else { return (0, nil) }
            state.next += 1
            var listeners = state.listeners[household] ?? []
            var oldest: Listener?
            if listeners.count(where: { $0.member == member }) >= Self.mostOfMember,
                let first = listeners.firstIndex(where: { $0.member == member })
            {
                oldest = listeners.remove(at: first)
            }
            listeners.append(
                Listener(number: state.next, member: member, continuation: continuation))
            state.listeners[household] = listeners
            return (state.next, oldest)
        }
        oldest?.continuation.yield(.end)
        oldest?.continuation.finish()
        guard number > 0 else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [self] _ in remove(number, household) }
        return stream
    }

    private func remove(_ number: Int, _ household: Int64) {
        state.withLock { state in
            state.listeners[household]?.removeAll { $0.number == number }
            if state.listeners[household]?.isEmpty == true { state.listeners[household] = nil }
        }
    }

    /// The number of open streams.
    package var count: Int { state.withLock { $0.listeners.values.reduce(0) { $0 + $1.count } } }

    /// Ends all streams when the server stops.
    package func end() {
        let all = state.withLock { state in
            state.hasEnded = true
            defer { state.listeners = [:] }
            return state.listeners.values.flatMap { $0 }
        }
        for listener in all { listener.continuation.finish() }
    }
}
