import ArgumentParser
import Foundation
import TrainerStore

/// Where the data lie.
struct DataOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the database and of added content.",
            discussion: """
                Without it $XDG_DATA_HOME/facialfun-family, else \
                ~/.local/share/facialfun-family.
                """,
            valueName: "folder"))
    var data: String?

    /// The folder; it need not be there yet.
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

    /// The folder that `facialfun-family content add` copies to.
    var additions: URL { folder.appending(path: "content", directoryHint: .isDirectory) }

    /// The database's file.
    var database: URL {
        folder.appending(path: TrainerStore.fileName, directoryHint: .notDirectory)
    }

    /// The folders of added content, by name.
    func addedFolders() -> [URL] {
        // No folder, no additions.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: additions.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
            .map { additions.appending(path: $0, directoryHint: .isDirectory) }
    }

    /// The database, which must be there.
    ///
    /// - Throws: `CleanExit`-like failures with a message and the remedy.
    func existingStore() throws -> TrainerStore {
        guard FileManager.default.fileExists(atPath: database.path) else {
            throw Failure(
                "There is no database in \(folder.path). Name the folder by --data, or start the "
                    + "game once.")
        }
        return try TrainerStore(folder: folder, options: .family)
    }
}

/// What ends a command: a message with a remedy.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Runs a command; what it throws is said, and decides the exit code.
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
