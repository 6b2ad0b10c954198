package import FamilyMedia
package import FamilyStore
package import FamilyWeb
package import Foundation
import GRDB
package import Logging

/// Prep: 360° experiences of places that a child should get used to.
package struct PrepApp: FamilyApp {
    /// Access to households, which belong to accounts.
    package struct Households: Sendable {
        /// Whether a household still exists.
        package var exists: @Sendable (Int64) async throws -> Bool
        /// The household of a member; nil for unknown members.
        package var ofMember: @Sendable (Int64) async throws -> Int64?

        package init(
            exists: @escaping @Sendable (Int64) async throws -> Bool,
            ofMember: @escaping @Sendable (Int64) async throws -> Int64?
        ) {
            self.exists = exists
            self.ofMember = ofMember
        }
    }

    /// Settings of the app.
    package struct Configuration: Sendable {
        /// The folder of pages and modules.
        package var web: URL
        /// The folder of bundled experiences, which may be missing.
        package var content: URL
        /// The folder of media files.
        package var media: URL
        /// The storage limit of a household.
        package var quota = MediaQuota()
        /// The program that stitches photos to a panorama.
        package var stitcher: URL
        /// Finds faces to blur; nil if this server cannot find faces.
        package var faces: (any FaceFinder)?
        package var converter = MediaConverter()
        /// Workers of other apps, which share the queue of media jobs.
        package var workers: [String: MediaJobs.Worker] = [:]
        package var now: @Sendable () -> Date = { Date() }

        package init(web: URL, content: URL, media: URL, stitcher: URL) {
            self.web = web
            self.content = content
            self.media = media
            self.stitcher = stitcher
        }

        /// The path of `prep-stitch`: `FAMILY_PREP_STITCH`, or else next to this program.
        package static func stitcher(
            environment: [String: String] = ProcessInfo.processInfo.environment
        ) -> URL {
            if let path = environment["FAMILY_PREP_STITCH"], !path.isEmpty {
                return URL(filePath: path)
            }
            return URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
                .deletingLastPathComponent().appending(path: "prep-stitch")
        }
    }

    package let id = "prep"
    package let media: MediaStore
    package let jobs: MediaJobs
    let configuration: Configuration
    let experiences: ExperienceStore
    let visits: VisitStore
    let captures: CaptureStore
    let bundled: BundledExperiences
    let households: Households
    let work: PanoramaWork

    /// Prep's own tables, and the kit's media tables, which Prep was the first to use.
    package static var migrations: [AppMigration] { MediaSchema.migrations + PrepSchema.migrations }

    package init(
        configuration: Configuration, database: any FamilyDatabase, households: Households,
        logger: Logger
    ) {
        self.configuration = configuration
        self.households = households
        let now = configuration.now
        media = MediaStore(
            database: database, folder: configuration.media, quota: configuration.quota, now: now)
        experiences = ExperienceStore(database: database, now: now)
        visits = VisitStore(database: database, now: now)
        captures = CaptureStore(database: database, media: media.folder, now: now)
        bundled = BundledExperiences(folder: configuration.content, logger: logger)
        work = PanoramaWork(
            converter: configuration.converter, faces: configuration.faces,
            stitcher: configuration.stitcher)
        let (work, converter) = (work, configuration.converter)
        let workers: [String: MediaJobs.Worker] = [
            "sound": { try await converter.sound($0.input, in: $0.folder, progress: $1) },
            "video": { try await converter.video($0.input, in: $0.folder, progress: $1) },
            "panorama": { try await work.convert($0, progress: $1) },
            "stitch": { try await work.stitch($0, progress: $1) },
        ]
        jobs = MediaJobs(
            store: media, workers: configuration.workers.merging(workers) { _, own in own },
            logger: logger)
    }

    package var resources: AppResources {
        AppResources(
            card: .init(
                title: "Prep", summary: "Look around a place before you go there.",
                path: "/prep/", picture: "/prep/web/icon.svg"),
            policy: .init(
                sources: [
                    "img-src": ["blob:", "data:"], "media-src": ["blob:"], "connect-src": ["blob:"],
                ],
                permissions: ["accelerometer", "gyroscope", "magnetometer", "camera", "microphone"])
        )
    }

    package var records: [any MemberRecords] {
        [
            VisitRecords(app: self), ExperienceRecords(app: self),
        ]
    }

    package func addRoutes(to routes: AppRoutes) {
        PageRoutes(folder: configuration.web).add(to: routes)
        ExperienceRoutes(app: self).add(to: routes.member)
        MediaRoutes(app: self).add(to: routes.member)
        CaptureRoutes(app: self).add(to: routes.member)
        SharingRoutes(app: self).add(to: routes.member)
        VisitRoutes(app: self).add(to: routes)
    }

    /// Resumes interrupted jobs, and removes leftovers of an earlier run.
    package func start() async throws {
        try await jobs.resume()
        try await captures.removeUnknown()
    }

    /// Stops the jobs, which resume at the next start.
    package func stop() async { await jobs.stop() }

    /// Removes old captures, unused files, and all data of deleted households.
    package func maintain() async throws {
        try await captures.removeOld()
        let known = try await media.database.read { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT household FROM prep_experience UNION SELECT household FROM media_holding
                    UNION SELECT household FROM prep_capture UNION SELECT household FROM prep_visit
                    """)
        }
        for household in known where try await !households.exists(household) {
            try await removeAll(of: household)
        }
        try await media.removeUnused()
    }

    /// Removes all data of a household.
    func removeAll(of household: Int64) async throws {
        try await captures.removeAll(of: household)
        try await media.database.erase { db in
            for table in ["prep_experience", "prep_visit"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE household = ?", arguments: [household])
            }
        }
        try await media.deleteAll(of: household)
    }
}
