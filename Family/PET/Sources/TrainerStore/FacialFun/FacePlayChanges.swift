import GRDB
import Synchronization

/// Counts the changes that somebody who plays Facial Fun has to notice: other settings, deleted rounds,
/// players and accounts.
///
/// Twelve pictures a second need not ask the database each time whether a parent changed something. Of
/// what another process changes, such as a command line, it hears nothing.
final class FacePlayChanges: TransactionObserver, Sendable {
    private let state = Mutex((count: UInt64(0), isPending: false))

    /// How often something changed since the database was opened.
    var count: UInt64 { state.withLock { $0.count } }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        switch kind {
        case .insert: false
        case .delete(let table): ["household", "member", "face_round"].contains(table)
        case .update(let table, let columns): table == "member" && columns.contains("settings")
        }
    }

    func databaseDidChange(with event: DatabaseEvent) {
        state.withLock { $0.isPending = true }
    }

    func databaseDidCommit(_ db: Database) {
        state.withLock { state in
            if state.isPending { state.count += 1 }
            state.isPending = false
        }
    }

    func databaseDidRollback(_ db: Database) {
        state.withLock { $0.isPending = false }
    }
}

extension TrainerStore {
    /// A number that grows whenever settings change, or a player or a round of Facial Fun is deleted.
    public var facePlayChanges: UInt64 { faceChanges.count }
}
