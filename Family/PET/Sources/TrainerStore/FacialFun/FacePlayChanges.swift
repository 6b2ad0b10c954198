import GRDB
import Synchronization

/// Counts changes that a running game of Facial Fun must notice: new settings; deleted rounds,
/// players and accounts.
///
/// It saves twelve database reads a second. It does not notice changes by another process, such as
/// a command.
final class FacePlayChanges: TransactionObserver, Sendable {
    private let state = Mutex((count: UInt64(0), isPending: false))

    /// The number of changes since the database was opened.
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
    /// A counter that grows whenever settings change, or a player or a round of Facial Fun is
    /// deleted.
    public var facePlayChanges: UInt64 { faceChanges.count }
}
