import Foundation
import GRDB

extension TrainerStore {
    /// Makes what is missing, refuses what is not ours, and opens the rest.
    static func openPool(file: URL, options: Options) throws(StoreError) -> DatabasePool {
        try prepareFile(file)
        // One after the other, also among processes: SQLite does not wait where two bring a new file
        // into its mode at once.
        let lock = try FolderLock(file.deletingLastPathComponent(), seconds: options.busyTimeout)
        defer { lock.release() }
        do {
            let isEmpty =
                try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int == 0
            let migrator = try Schema.migrator(followedBy: options.migrations)
            if !isEmpty { try refuseWhatIsNotOurs(file, options: options, migrator: migrator) }
            let pool = try DatabasePool(path: file.path, configuration: configuration(options))
            // The pool has set NORMAL for its writer, by which a commit may be lost with the power.
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = FULL")
            }
            try migrator.migrate(pool)
            return pool
        } catch {
            throw StoreError(error, at: file.path)
        }
    }

    /// What every connection is set to.
    static func configuration(_ options: Options) -> Configuration {
        var configuration = Configuration()
        configuration.label = "pet"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(options.busyTimeout)
        configuration.maximumReaderCount = 4
        let maximumPages = options.maximumPages
        configuration.prepareDatabase { db in
            // What is deleted is overwritten: an account that went leaves nothing in the file.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            if let maximumPages, !db.configuration.readonly {
                try db.execute(sql: "PRAGMA max_page_count = \(maximumPages)")
            }
        }
        return configuration
    }

    /// Makes the folder and the file, readable by their owner alone.
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
                    "Cannot make the folder \(folder.path): \(reason(errno)). Choose another with "
                        + "`--data FOLDER`, or make it by hand.", cause: error)
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
                "Cannot write \(file.path): \(reason(code)). Let the user who runs the game own the "
                    + "file and its folder, and mount the disk for writing.")
        case ENOSPC, EDQUOT:
            throw StoreError(.full, "There is no room for \(file.path). Free space on its disk.")
        default:
            throw StoreError(
                .cannotOpen,
                "Cannot open \(file.path): \(reason(code)). See that it is a file in a folder that "
                    + "the user who runs the game may read and write.")
        }
    }

    /// Looks at the database before anything is changed in it.
    private static func refuseWhatIsNotOurs(
        _ file: URL, options: Options, migrator: DatabaseMigrator
    ) throws {
        var looking = configuration(options)
        looking.readonly = true
        let queue = try DatabaseQueue(path: file.path, configuration: looking)
        defer {
            // Nothing was written; what fails at closing would fail again at opening.
            try? queue.close()
        }
        try queue.read { db in
            try Schema.refuseWhatIsNotOurs(db, path: file.path, migrator: migrator)
        }
    }

    /// The system's words for an error number.
    private static func reason(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
