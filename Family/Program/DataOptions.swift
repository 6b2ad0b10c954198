import ArgumentParser
import FamilyStore
import Foundation
import TrainerStore

/// The location of the data.
struct DataOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the database and of added content.",
            discussion: """
                Default: $XDG_DATA_HOME/facialfun-family, or \
                ~/.local/share/facialfun-family.
                """,
            valueName: "folder"))
    var data: String?

    /// The data folder, which may not exist yet.
    var folder: URL {
        if let data { return URL(filePath: data, directoryHint: .isDirectory) }
        let environment = ProcessInfo.processInfo.environment
        if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") {
            return URL(filePath: base, directoryHint: .isDirectory)
                .appending(path: "facialfun-family", directoryHint: .isDirectory)
        }
        return FileManager.default.homeDirectoryForCurrentUser
            .appending(path: ".local/share/facialfun-family", directoryHint: .isDirectory)
    }

    /// The folder to which `facialfun-family content add` copies.
    var additions: URL { folder.appending(path: "content", directoryHint: .isDirectory) }

    /// The database file.
    var database: URL {
        folder.appending(path: TrainerStore.fileName, directoryHint: .notDirectory)
    }

    /// The folders of added content, by name.
    func addedFolders() -> [URL] {
        // A missing folder means no additions.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: additions.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
            .map { additions.appending(path: $0, directoryHint: .isDirectory) }
    }

    /// Opens the existing database.
    ///
    /// - Throws: ``Failure`` if there is none, or the error from opening it.
    func existingStore() throws -> TrainerStore {
        guard FileManager.default.fileExists(atPath: database.path) else {
            throw Failure(
                "There is no database in \(folder.path). Set the folder with --data, or start the "
                    + "game once.")
        }
        return try TrainerStore(folder: folder, options: .family)
    }
}

/// An error that ends a command: a message with a remedy.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Runs a command, and turns its error into a message and an exit code.
func reporting(_ body: () async throws -> Void) async throws {
    do {
        try await body()
    } catch let error as ExitCode {
        throw error
    } catch let error as StoreError {
        Terminal.complain(error.message)
        throw error.code == .notFound ? ExitCodes.findings : ExitCodes.notFit
    } catch {
        Terminal.complain("\(error)")
        throw ExitCodes.notFit
    }
}
