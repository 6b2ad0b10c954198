import GRDB

/// Why the database could not do what was asked.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, CaseIterable, Sendable {
        /// Another process held the database for longer than the busy timeout.
        case locked
        /// The database, or its folder, cannot be written.
        case readOnly = "read_only"
        /// There is no room left on the disk.
        case full
        /// The database was made by a newer version of the game.
        case newer
        /// The database is damaged, or no database at all.
        case damaged
        /// The file belongs to another program.
        case foreign
        /// The database cannot be opened: no permission, a folder in its place.
        case cannotOpen = "cannot_open"
        /// Reading or writing failed; the disk may be failing.
        case inputOutput = "input_output"
        /// There is none of that name, or it is another's.
        case notFound = "not_found"
        /// An account with that username exists.
        case usernameTaken = "username_taken"
        /// An account with that email exists.
        case emailTaken = "email_taken"
        /// A value is out of its range.
        case invalid
        /// The family has as many questions of its own as it may have.
        case tooManyQuestions = "too_many_questions"
        /// The family's pictures and recordings would take more room than they may.
        case tooManyBytes = "too_many_bytes"
        /// The family has as many notes as it may have, or their text is as long as it may be.
        case tooManyNotes = "too_many_notes"
        /// The child has begun as many rounds today as a day may have.
        case tooManyRounds = "too_many_rounds"
        /// The family has as many children as it may have.
        case tooManyChildren = "too_many_children"
        /// It took longer than the time that a transaction may take; nothing was changed.
        case timedOut = "timed_out"
        /// The database was closed; the game is ending.
        case closed
        /// The task that asked was cancelled; nothing was changed.
        case cancelled
        /// SQLite said something that is none of the above.
        case unexpected
    }

    /// Which failure it is.
    public var code: Code
    /// What happened, to what, and the remedy; holds no personal data.
    public var message: String
    /// The error below, where there is one.
    public var cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension StoreError {
    /// Translates what GRDB or the store threw while it did something.
    ///
    /// - Parameters:
    ///   - error: what was thrown.
    ///   - path: the file that the message names.
    init(_ error: any Error, at path: String) {
        switch error {
        case let error as StoreError:
            self = error
        case is CancellationError:
            self.init(.cancelled, "The request was cancelled; nothing was changed.", cause: error)
        case let error as DatabaseError:
            self.init(error, at: path)
        case is DecodingError:
            self.init(
                .damaged,
                "\(path) holds a value that this version cannot read. Run `facialfun-family doctor`; restore a "
                    + "backup with `facialfun-family restore`.", cause: error)
        default:
            self.init(.unexpected, "\(path): \(error)", cause: error)
        }
    }

    private init(_ error: DatabaseError, at path: String) {
        // SQL's arguments are personal data: only SQLite's own words are passed on.
        let words = error.message ?? error.resultCode.description
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .locked,
                "\(path) is held by another process. End it, or wait until its backup is done.",
                cause: error)
        case .SQLITE_READONLY, .SQLITE_PERM:
            self.init(
                .readOnly,
                "\(path) cannot be written. Let the user who runs the game own the file and its "
                    + "folder, and mount the disk for writing.", cause: error)
        case .SQLITE_FULL:
            self.init(
                .full,
                "There is no room for \(path). Free space on its disk; the game goes on by itself.",
                cause: error)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT:
            self.init(
                .damaged,
                "\(path) is damaged (\(words)). Restore a backup with `facialfun-family restore FILE`.",
                cause: error)
        case .SQLITE_CANTOPEN, .SQLITE_AUTH:
            self.init(
                .cannotOpen,
                "Cannot open \(path). See that its folder exists and that the user who runs the "
                    + "game may read and write it.", cause: error)
        case .SQLITE_IOERR:
            self.init(
                .inputOutput,
                "Reading or writing \(path) failed (\(words)). Look after the disk (`dmesg`), then "
                    + "run `facialfun-family doctor`.", cause: error)
        case .SQLITE_INTERRUPT, .SQLITE_ABORT:
            self.init(.cancelled, "The request was cancelled; nothing was changed.", cause: error)
        case .SQLITE_TOOBIG:
            self.init(.invalid, "A value is too large for \(path).", cause: error)
        default:
            self.init(.unexpected, "\(path): \(words)", cause: error)
        }
    }
}
