package import GRDB

extension Database {
    /// Copies the write-ahead log into the file and empties it; does nothing for databases without
    /// one.
    ///
    /// Waits for readers no longer than the busy timeout. If the log is still in use then, the next
    /// call truncates it.
    package func truncateWriteAheadLog() throws {
        do {
            _ = try checkpoint(.truncate)
        } catch let error as DatabaseError {
            let isBusy = [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
            guard isBusy else { throw error }
        }
    }
}

extension DatabaseWriter {
    /// Copies the write-ahead log into the file and empties it.
    package func truncateWriteAheadLog() async throws {
        try await writeWithoutTransaction { db in try db.truncateWriteAheadLog() }
    }
}
