import GRDB

/// A failure of the database.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure; accounts and apps add their own.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the code in logs and responses.
        public let rawValue: String

        /// Makes a code from a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Another process held the database for longer than the busy timeout.
        public static let locked = Code(rawValue: "locked")
        /// The database, or its folder, cannot be written.
        public static let readOnly = Code(rawValue: "read_only")
        /// There is no room left on the disk.
        public static let full = Code(rawValue: "full")
        /// The database was made by a newer version of the game.
        public static let newer = Code(rawValue: "newer")
        /// The database is damaged, or the file is not a database.
        public static let damaged = Code(rawValue: "damaged")
        /// The file belongs to another program.
        public static let foreign = Code(rawValue: "foreign")
        /// The database cannot be opened: no permission, a folder in its place.
        public static let cannotOpen = Code(rawValue: "cannot_open")
        /// Reading or writing failed; the disk may be failing.
        public static let inputOutput = Code(rawValue: "input_output")
        /// The object does not exist or belongs to another account.
        public static let notFound = Code(rawValue: "not_found")
        /// A value is out of its range.
        public static let invalid = Code(rawValue: "invalid")
        /// The transaction took too long and was rolled back.
        public static let timedOut = Code(rawValue: "timed_out")
        /// The database was closed because the game is ending.
        public static let closed = Code(rawValue: "closed")
        /// The task was canceled; nothing was changed.
        public static let cancelled = Code(rawValue: "cancelled")
        /// Any other error of SQLite.
        public static let unexpected = Code(rawValue: "unexpected")
    }

    /// The kind of failure.
    public var code: Code
    /// The message: the failure, the object and the remedy; contains no personal data.
    public var message: String
    /// The underlying error, if any.
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
    /// Translates an error of GRDB or the store.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - path: The file to name in the message.
    package init(_ error: any Error, at path: String) {
        switch error {
        case let error as StoreError:
            self = error
        case is CancellationError:
            self.init(.cancelled, "The request was canceled; nothing was changed.", cause: error)
        case let error as DatabaseError:
            self.init(error, at: path)
        case is DecodingError:
            self.init(
                .damaged,
                "\(path) contains a value that this version cannot read. Run `facialfun-family "
                    + "doctor`, or "
                    + "restore a backup with `facialfun-family restore FILE`.", cause: error)
        default:
            self.init(.unexpected, "\(path): \(error)", cause: error)
        }
    }

    private init(_ error: DatabaseError, at path: String) {
        // SQL arguments are personal data, so only SQLite's own message is passed on.
        let words = error.message ?? error.resultCode.description
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .locked,
                "\(path) is locked by another process. Stop that process, or wait until its "
                    + "backup is done.",
                cause: error)
        case .SQLITE_READONLY, .SQLITE_PERM:
            self.init(
                .readOnly,
                "\(path) cannot be written. The user who runs the game must own the file and its "
                    + "folder; the disk must be mounted for writing.", cause: error)
        case .SQLITE_FULL:
            self.init(
                .full,
                "The disk of \(path) is full. Free space on it; the game then continues by itself.",
                cause: error)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT:
            self.init(
                .damaged,
                "\(path) is damaged (\(words)). Restore a backup with `facialfun-family restore "
                    + "FILE`.",
                cause: error)
        case .SQLITE_CANTOPEN, .SQLITE_AUTH:
            self.init(
                .cannotOpen,
                "Cannot open \(path). Check that its folder exists and that the user who runs the "
                    + "game can read and write it.", cause: error)
        case .SQLITE_IOERR:
            self.init(
                .inputOutput,
                "Reading or writing \(path) failed (\(words)). Check the disk (`dmesg`), then "
                    + "run `facialfun-family doctor`.", cause: error)
        case .SQLITE_INTERRUPT, .SQLITE_ABORT:
            self.init(.cancelled, "The request was canceled; nothing was changed.", cause: error)
        case .SQLITE_TOOBIG:
            self.init(.invalid, "A value is too large for \(path).", cause: error)
        default:
            self.init(.unexpected, "\(path): \(words)", cause: error)
        }
    }
}
