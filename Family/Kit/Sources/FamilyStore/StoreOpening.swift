import Foundation
import GRDB

extension SQLiteStore {
    /// Creates missing files, refuses foreign ones, and opens the database.
    static func openPool(
        file: URL, schema: DatabaseSchema, options: Options
    ) throws(StoreError) -> DatabasePool {
        try prepareFile(file)
        // Serialized across processes, because SQLite does not wait if two of them set the journal
        // mode of a new file at once.
        let lock = try FolderLock(file.deletingLastPathComponent(), seconds: options.busyTimeout)
        defer { lock.release() }
        do {
            let isEmpty =
                try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int == 0
            let migrator = try schema.migrator()
            if !isEmpty { try refuseForeign(file, schema: schema, options: options) }
            let pool = try DatabasePool(path: file.path, configuration: configuration(options))
            // The pool's default for its writer is NORMAL, which may lose a commit in a power
            // failure.
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = FULL")
            }
            try migrator.migrate(pool)
            return pool
        } catch {
            throw StoreError(error, at: file.path)
        }
    }

    /// The settings of every connection.
    static func configuration(_ options: Options) -> Configuration {
        var configuration = Configuration()
        configuration.label = "pet"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(options.busyTimeout)
        configuration.maximumReaderCount = 4
        let maximumPages = options.maximumPages
        configuration.prepareDatabase { db in
            // Overwrites deleted data, so that nothing of a deleted account is left in the file.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            if let maximumPages, !db.configuration.readonly {
                try db.execute(sql: "PRAGMA max_page_count = \(maximumPages)")
            }
        }
        return configuration
    }

    /// Makes the folder and the file, readable only by their owner.
    private static func prepareFile(_ file: URL) throws(StoreError) {
        let files = FileManager.default
        let folder = file.deletingLastPathComponent()
        if !files.fileExists(atPath: folder.path) {
            do {
                try files.createDirectory(
                    at: folder, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            } catch {
                throw StoreError(
                    .cannotOpen,
                    "Cannot create the folder \(folder.path): \(reason(errno)). Choose another "
                        + "with "
                        + "`--data FOLDER`, or create it manually.", cause: error)
            }
        }
        let descriptor = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            Foundation.close(descriptor)
            return
        }
        let code = errno
        switch code {
        case EROFS, EACCES, EPERM:
            throw StoreError(
                files.isReadableFile(atPath: file.path) ? .readOnly : .cannotOpen,
                "Cannot write \(file.path): \(reason(code)). The user who runs the game must own "
                    + "the file and its folder; the disk must be mounted for writing.")
        case ENOSPC, EDQUOT:
            throw StoreError(.full, "The disk of \(file.path) is full. Free space on it.")
        default:
            throw StoreError(
                .cannotOpen,
                "Cannot open \(file.path): \(reason(code)). It must be a file in a folder that "
                    + "the user who runs the game can read and write.")
        }
    }

    /// Checks the database before any change.
    private static func refuseForeign(
        _ file: URL, schema: DatabaseSchema, options: Options
    ) throws {
        var looking = configuration(options)
        looking.readonly = true
        let queue = try DatabaseQueue(path: file.path, configuration: looking)
        defer {
            // The file was only read; opening the database would report an error, too.
            try? queue.close()
        }
        try queue.read { db in try schema.refuseForeign(db, path: file.path) }
    }

    /// The system's message for an error number.
    private static func reason(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
