import FaceJudge
import FamilyMedia
import Foundation
import Logging
import TogetherCalendars
import TogetherPlaylists
import TogetherServer
import TrainerContent
import TrainerStore

/// What `facialfun-family doctor` looks at.
struct Examination {
    /// What it found, ready to be read.
    private(set) var lines: [String] = []
    /// How many of them are problems.
    private(set) var problems = 0

    /// Less than this is too little room for a family's data.
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

    /// Looks whether the database is there, whole, ours, writable, with room to grow.
    mutating func database(_ data: DataOptions) async {
        if FileManager.default.fileExists(atPath: data.database.path) {
            do {
                let store = try TrainerStore(folder: data.folder, options: .family)
                let findings = try await store.check()
                await media(MediaPlace.folder(in: data.folder), store)
                await together(store, keyFile: data.folder.appending(path: TogetherParts.keyFile))
                for finding in findings { problem("database", finding.sentence) }
                if findings.isEmpty {
                    good("database", "\(store.file.path) is whole, \(megabytes(store.file)) MB")
                }
                try store.close()
            } catch {
                problem("database", error.message)
                if error.code == .damaged {
                    note(
                        "database",
                        "A copy that `facialfun-family backup` wrote is put back by: facialfun-family restore FILE"
                    )
                }
            }
        } else {
            note("database", "none in \(data.folder.path) yet; the first start makes it")
        }
        room(data.folder)
    }

    /// Looks whether every media file that the database names is there and whole.
    private mutating func media(_ folder: URL, _ store: TrainerStore) async {
        do {
            let findings = try await MediaStore(database: store, folder: folder).findings()
            for finding in findings { problem("media", finding) }
            if findings.isEmpty { good("media", "every file in \(folder.path) is whole") }
        } catch {
            problem("media", "\(error)")
        }
    }

    /// Looks whether what Modern Family stores agrees: activities, bookings, deadlines, mails, hosts,
    /// playlists, calendars and their key.
    private mutating func together(_ store: TrainerStore, keyFile: URL) async {
        let database = AppDatabase(store: store)
        let now = Int64(Date().timeIntervalSince1970)
        await report("Modern Family", good: "activities, bookings, mails and hosts agree") {
            try await TogetherApp.findings(in: database, at: now)
        }
        await report("playlists", good: "every item has its file or address") {
            try await PlaylistPart.findings(in: database)
        }
        await report("calendars", good: "every one can be decrypted and read") {
            try await CalendarPart.findings(in: database, keyFile: keyFile, at: now)
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
        var place = folder
        while !FileManager.default.fileExists(atPath: place.path), place.path != "/" {
            place.deleteLastPathComponent()
        }
        if place != folder, access(place.path, W_OK) != 0 {
            problem(
                "data folder",
                "\(folder.path) cannot be made in \(place.path). Name another by --data, or let this "
                    + "user write there.")
        }
        var status = statvfs()
        guard statvfs(place.path, &status) == 0 else {
            problem("disk", "the room in \(place.path) cannot be read. See that it is mounted.")
            return
        }
        let free = Int(UInt64(status.f_bavail) * UInt64(status.f_frsize) / 1_000_000)
        if free < Self.leastFreeMegabytes {
            problem(
                "disk",
                "\(free) MB are free in \(place.path). Free some: \(Self.leastFreeMegabytes) are "
                    + "wanted.")
        } else {
            good("disk", "\(free) MB are free")
        }
    }

    // MARK: - What ships

    /// Looks whether the content is whole.
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

    /// Looks whether templates and letters are there.
    mutating func webFiles(_ resources: ResourceOptions) {
        do {
            let folder = try resources.webFolder()
            let missing = [
                "templates/login.mustache", "templates/play.mustache", "styles/base.css",
                "modules/play.js",
            ].filter { !FileManager.default.isReadableFile(atPath: folder.path + "/" + $0) }
            for file in missing {
                problem("web files", "\(folder.path)/\(file) is missing. Install the game anew.")
            }
            if missing.isEmpty { good("web files", folder.path) }
            let names = try FileManager.default.contentsOfDirectory(
                atPath: folder.appending(path: "fonts").path)
            let fonts = names.filter { $0.hasSuffix(".woff2") }
            if fonts.isEmpty {
                problem(
                    "letters",
                    "there are none in \(folder.path)/fonts. Install the game anew.")
            } else {
                good("letters", fonts.sorted().joined(separator: ", "))
            }
        } catch {
            problem("web files", "\(error)")
        }
    }

    // MARK: - What runs

    /// Looks whether the judge of faces comes up.
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
                    "the service is not ready after 20 seconds. `facialfun doctor` says more.")
            case .away(let absence) where absence.reason == .switchedOff:
                note("scoring", "not wanted; Facial Fun cannot be played")
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
                "setpriv is missing, which ends the service with a game that was killed. "
                    + "Install util-linux.")
        }
    }

    /// Looks whether the port is free.
    mutating func port(_ port: Int) {
        guard let number = UInt16(exactly: port), number > 0 else { return }
        switch LocalPort(number: number).state() {
        case .free: good("port", "\(port) is free")
        case .game: good("port", "the game runs at http://localhost:\(port)/")
        case .taken(let reason):
            problem(
                "port",
                "\(port) is another program's (\(reason)). Choose another by --port.")
        }
    }
}
