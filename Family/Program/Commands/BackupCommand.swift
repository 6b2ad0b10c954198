import ArgumentParser
import FamilyMedia
import Foundation
import TrainerStore

/// Copies the database.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database to a file, even while the game runs.")

    @OptionGroup var data: DataOptions

    @Flag(help: "Replace FILE if it exists, once the copy is complete.")
    var overwrite = false

    @Argument(help: "The file to write.")
    var file: String

    func run() async throws {
        try await reporting {
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
            guard overwrite || !exists || isFolder.boolValue else {
                throw Failure(
                    "\(file) already exists. Choose another file, or replace it with --overwrite.")
            }
            let store = try data.existingStore()
            let url = URL(filePath: file)
            try await store.backup(to: url)
            try store.close()
            Terminal.printLine("Copied the database to \(url.path).")
            let count = try MediaBackup.copy(MediaPlace.folder(in: data.folder), for: url)
            if count > 0 {
                Terminal.printLine(
                    "\(count) media files are in \(MediaBackup.folder(for: url).path).")
            }
        }
    }
}

/// Restores a copy of the database.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a copy of the database. Stop the game first.",
        discussion: """
            The copy and its checksum are checked first. The old database is kept next to it, as \
            pet.sqlite.before-SECONDS.
            """)

    @OptionGroup var data: DataOptions

    @Flag(help: "Accept a file without a checksum, such as an old database.")
    var withoutChecksum = false

    @Argument(help: "The file that `facialfun-family backup` wrote.")
    var file: String

    func run() async throws {
        try await reporting {
            let backup = URL(filePath: file)
            let findings = try MediaBackup.findings(of: backup)
            guard findings.isEmpty else {
                throw Failure(findings.prefix(5).joined(separator: "\n"))
            }
            let former = try TrainerStore.restore(
                from: backup, folder: data.folder, needsChecksum: !withoutChecksum,
                options: .family)
            Terminal.printLine("Restored the database in \(data.folder.path) from \(file).")
            // Printed before the files are copied, which may fill the disk.
            if let former { Terminal.printLine("The old one is kept as \(former.path).") }
            try MediaBackup.restore(backup, to: MediaPlace.folder(in: data.folder))
        }
    }
}
