import ArgumentParser
import FamilyMedia
import Foundation
import Logging
import OutboundHTTP
import PrepServer
import TogetherCalendars
import TogetherPlaylists
import TogetherServer
import TrainerStore

/// Options for calendars on other servers.
struct CalendarOptions: ParsableArguments {
    @Option(
        name: .customLong("allow-calendar-host"),
        help: ArgumentHelp(
            "An allowed calendar server at home; may be repeated.",
            discussion: """
                Calendars are read from public servers over HTTPS. A server with a private address \
                or without encryption must be listed here, as HOST or HOST:PORT.
                """, valueName: "host"))
    var allowedHosts: [String] = []
}

/// Calendars and playlists of Modern Family.
struct TogetherParts {
    let data: URL
    let store: TrainerStore
    let prep: PrepApp?
    let calendarHosts: [String]
    let logger: Logger

    /// File of the key that encrypts calendar addresses and passwords, next to the database.
    static let keyFile = "calendar.key"

    func make(_ services: TogetherServices) throws -> [any TogetherPart] {
        let client = OutboundClient(operatorHosts: Set(calendarHosts))
        let media =
            prep?.media
            ?? MediaStore(
                database: AppDatabase(store: store), folder: MediaPlace.folder(in: data))
        // One queue for all apps: conversions run one at a time.
        let jobs =
            prep?.jobs
            ?? MediaJobs(store: media, workers: PlaylistPart.workers(), logger: logger)
        return [
            try CalendarPart(
                services: services, keyFile: data.appending(path: Self.keyFile), client: client),
            PlaylistPart(services: services, media: media, jobs: jobs, client: client),
        ]
    }
}
