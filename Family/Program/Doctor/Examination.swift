import FaceJudge
import FamilyMedia
import FamilyStore
import Foundation
import Logging
import PrepServer
import TogetherCalendars
import TogetherPlaylists
import TogetherServer
import TrainerContent
import TrainerStore

/// The checks of `facialfun-family doctor`.
struct Examination {
    /// The findings, ready for printing.
    private(set) var lines: [String] = []
    /// The number of problems found.
    private(set) var problems = 0

    /// Minimum free disk space for a family's data.
    private static let leastFreeMegabytes = 200

    private mutating func good(_ what: String, _ words: String) {
        lines.append("ok       \(what): \(words)")
    }

    private mutating func note(_ what: String, _ words: String) {
        lines.append("note     \(what): \(words)")
    }

    private mutating func problem(_ what: String, _ words: String) {
        problems += 1
        lines.append("problem  \(what): \(words)")
    }

    // MARK: - Data

    /// Checks that the database exists, is intact and writable, belongs to this program, and has
    /// disk space to grow.
    mutating func database(_ data: DataOptions) async {
        if FileManager.default.fileExists(atPath: data.database.path) {
            do {
                let store = try TrainerStore(folder: data.folder, options: .family)
                let findings = try await store.check()
                await media(MediaPlace.folder(in: data.folder), store)
                await prep(MediaPlace.folder(in: data.folder), store)
                await together(store, keyFile: data.folder.appending(path: TogetherParts.keyFile))
                for finding in findings { problem("database", finding.sentence) }
                if findings.isEmpty {
                    good("database", "\(store.file.path) is intact, \(megabytes(store.file)) MB")
                }
                try store.close()
            } catch {
                problem("database", error.message)
                if error.code == .damaged {
                    note(
                        "database",
                        "Restore a backup with: facialfun-family restore FILE"
                    )
                }
            }
        } else {
            note("database", "none in \(data.folder.path) yet; the first start creates it")
        }
        room(data.folder)
    }

    /// Checks that every media file in the database exists and is intact.
    private mutating func media(_ folder: URL, _ store: TrainerStore) async {
        do {
            let findings = try await MediaStore(database: store, folder: folder).findings()
            for finding in findings { problem("media", finding) }
            if findings.isEmpty { good("media", "every file in \(folder.path) is intact") }
        } catch {
            problem("media", "\(error)")
        }
    }

    /// Checks the consistency of Prep's data: experiences, drafts, visits and photos.
    private mutating func prep(_ folder: URL, _ store: TrainerStore) async {
        await report("Prep", good: "experiences, visits and photos agree") {
            try await PrepApp.findings(
                in: AppDatabase(store: store), media: MediaFolder(folder),
                householdOfMember: FamilyDirectory.accounts.householdOfMember)
        }
    }

    /// Checks the consistency of Modern Family's data: activities, bookings, deadlines, mails,
    /// hosts, playlists, calendars and their key.
    private mutating func together(_ store: TrainerStore, keyFile: URL) async {
        let database = AppDatabase(store: store)
        let now = Int64(Date().timeIntervalSince1970)
        await report("Modern Family", good: "activities, bookings, mails and hosts agree") {
            try await TogetherApp.findings(in: database, family: .accounts, at: now)
        }
        await report("playlists", good: "every item has its file or address") {
            try await PlaylistPart.findings(in: database, family: .accounts)
        }
        await report("calendars", good: "every one can be decrypted and read") {
            try await CalendarPart.findings(
                in: database, family: .accounts, keyFile: keyFile, at: now)
        }
    }

    private mutating func report(
        _ what: String, good words: String, _ findings: () async throws -> [String]
    ) async {
        do {
            let found = try await findings()
            for finding in found { problem(what, finding) }
            if found.isEmpty { good(what, words) }
        } catch {
            problem(what, "\(error)")
        }
    }

    private func megabytes(_ file: URL) -> String {
        let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize
        return size.map { String(format: "%.1f", Double($0) / 1_000_000) } ?? "?"
    }

    private mutating func room(_ folder: URL) {
        var ancestor = folder
        while !FileManager.default.fileExists(atPath: ancestor.path), ancestor.path != "/" {
            ancestor.deleteLastPathComponent()
        }
        if ancestor != folder, access(ancestor.path, W_OK) != 0 {
            problem(
                "data folder",
                "\(folder.path) cannot be created in \(ancestor.path). Choose another folder "
                    + "with --data, or let this user write there.")
        }
        var status = statvfs()
        guard statvfs(ancestor.path, &status) == 0 else {
            problem("disk", "cannot read the free space in \(ancestor.path). Is it mounted?")
            return
        }
        let free = Int(UInt64(status.f_bavail) * UInt64(status.f_frsize) / 1_000_000)
        if free < Self.leastFreeMegabytes {
            problem(
                "disk",
                "\(free) MB are free in \(ancestor.path). The game needs "
                    + "\(Self.leastFreeMegabytes). "
                    + "Delete files.")
        } else {
            good("disk", "\(free) MB are free")
        }
    }

    // MARK: - What ships

    /// Checks that the content is complete.
    mutating func content(_ resources: ResourceOptions, additions: [URL]) {
        do {
            let folder = try resources.contentFolder()
            let findings = try ContentCheck.run(folder, as: .shipped)
            let errors = findings.filter { $0.severity == .error }
            for error in errors.prefix(5) { problem("content", "\(error)") }
            if errors.count > 5 {
                note(
                    "content",
                    "\(errors.count - 5) more; `facialfun-family content check` lists all")
            }
            let content = try Content(folder: folder, additions: additions)
            if errors.isEmpty {
                good(
                    "content",
                    "\(content.questions.count) questions, languages "
                        + content.languages.joined(separator: ", ") + ", voices "
                        + content.voices.joined(separator: ", "))
            }
        } catch {
            problem("content", "\(error)")
        }
    }

    /// Checks that templates and fonts exist.
    mutating func webFiles(_ resources: ResourceOptions) {
        do {
            let folder = try resources.webFolder()
            let missing = [
                "templates/login.mustache", "templates/play.mustache", "styles/base.css",
                "modules/play.js",
            ].filter { !FileManager.default.isReadableFile(atPath: folder.path + "/" + $0) }
            for file in missing {
                problem("web files", "\(folder.path)/\(file) is missing. Reinstall the game.")
            }
            if missing.isEmpty { good("web files", folder.path) }
            let names = try FileManager.default.contentsOfDirectory(
                atPath: folder.appending(path: "fonts").path)
            let fonts = names.filter { $0.hasSuffix(".woff2") }
            if fonts.isEmpty {
                problem(
                    "letters",
                    "there are none in \(folder.path)/fonts. Reinstall the game.")
            } else {
                good("letters", fonts.sorted().joined(separator: ", "))
            }
        } catch {
            problem("web files", "\(error)")
        }
    }

    // MARK: - What runs

    /// Checks that the scoring service starts.
    mutating func scoring(_ options: ScoringOptions) async {
        let logger = Logger(label: "facialfun")
        do {
            let judge = try options.judge(logger: logger)
            judge.start()
            let state = await judge.waitUntilReady(within: .seconds(20))
            switch state {
            case .ready:
                good("scoring", "ready, model \(try await judge.modelName())")
            case .starting:
                problem(
                    "scoring",
                    "the service is not ready after 20 seconds. Run `facialfun doctor`.")
            case .away(let absence) where absence.reason == .switchedOff:
                note("scoring", "disabled; Facial Fun cannot be played")
            case .away(let absence):
                problem("scoring", absence.description)
            }
            await judge.stop()
        } catch {
            problem("scoring", "\(error)")
        }
        if !FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") {
            problem(
                "scoring",
                "setpriv is missing, which stops the service if the game is killed. "
                    + "Install util-linux.")
        }
    }

    /// Checks that the port is free.
    mutating func port(_ port: Int) {
        guard let number = UInt16(exactly: port), number > 0 else { return }
        switch LocalPort(number: number).state() {
        case .free: good("port", "\(port) is free")
        case .game: good("port", "the game runs at http://localhost:\(port)/")
        case .taken(let reason):
            problem(
                "port",
                "\(port) is used by another program (\(reason)). Choose another with --port.")
        }
    }
}
