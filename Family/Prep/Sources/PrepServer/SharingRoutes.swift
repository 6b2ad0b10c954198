import FamilyMedia
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PrepRules

/// Export and import of experiences: zip files and Pannellum tours.
struct SharingRoutes: Sendable {
    /// Maximum size of an imported file in bytes.
    static let mostBytes = 400_000_000

    let app: PrepApp
    private let importing = ImportGate()

    init(app: PrepApp) { self.app = app }

    func add(to routes: RouteGroup) {
        routes.get("api/experiences/{id}/export", use: export)
        routes.get("api/experiences/{id}/pannellum", use: pannellum)
        routes.post("api/import", use: importFile)
    }

    // MARK: - Export

    private func experience(_ context: FamilyContext) async throws -> Experience {
        let (household, id) = (try context.prepMember().household, try context.identifier())
        if let bundled = app.bundled.experience(id) { return bundled }
        return try await app.experiences.experience(id, of: household).experience
    }

    private static let extensions = [
        "image/jpeg": "jpg", "image/webp": "webp", "audio/mp4": "m4a", "video/mp4": "mp4",
    ]

    private func export(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await answering {
            let household = try context.prepMember().household
            let experience = try await experience(context)
            let id = "export-\(UUID().text)"
            let file = try app.media.folder.workspace(id).appending(path: "experience.zip")
            // The response streams the open file, so the folder can be removed.
            defer { app.media.folder.removeWorkspace(id) }
            var zip = try ZipWriter(file)
            try zip.add("experience.json", try ExperienceFile.write(experience))
            for hash in experience.media.sorted() {
                guard let (url, type) = try await stored(hash, household) else {
                    throw MediaError(
                        "storage_failed", "The file \(hash.prefix(12))… is missing on the server.")
                }
                let suffix = Self.extensions[type] ?? "bin"
                try zip.add(
                    "media/\(hash).\(suffix)", try Data(contentsOf: url, options: .alwaysMapped))
            }
            try zip.finish()
            let handle = try FileHandle(forReadingFrom: file)
            let size = Int(try handle.seekToEnd())
            try handle.seek(toOffset: 0)
            let name = experience.title.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "application/zip", .cacheControl: "no-store",
                    .contentDisposition:
                        "attachment; filename=\"\(name.isEmpty ? "prep" : name).zip\"",
                ],
                body: ResponseBody(contentLength: size) { writer in
                    while let part = try handle.read(upToCount: 1 << 17), !part.isEmpty {
                        try await writer.write(ByteBuffer(bytes: part))
                    }
                    try handle.close()
                    try await writer.finish(nil)
                })
        }
    }

    private func stored(_ hash: String, _ household: Int64) async throws -> (URL, String)? {
        if let file = app.bundled.file(hash, variant: nil) { return file }
        guard let media = try await app.media.media(hash, of: household) else { return nil }
        return (app.media.folder.url(of: hash), media.type)
    }

    private func pannellum(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let experience = try await experience(context)
        let tour = try Pannellum.tour(of: experience) { "/prep/media/\($0)" }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
            ], body: .init(byteBuffer: ByteBuffer(bytes: tour)))
    }

    // MARK: - Import

    private func importFile(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try context.requireParent()
        return try await answering {
            let household = try context.prepMember().household
            let type = request.headers[.contentType].flatMap { MediaType(from: $0) }
            if type?.isType(.applicationJson) == true {
                return try await importTour(request, context, household)
            }
            guard type?.isType(.applicationZip) == true else {
                throw WireError(
                    .unsupportedMediaType, "not_a_zip",
                    "Send a zip file (application/zip) or a Pannellum tour (application/json).")
            }
            try await app.media.checkQuota(of: household)
            guard await importing.enter() else {
                throw WireError(
                    .serviceUnavailable, "busy", "Another import is running. Retry in a minute.",
                    seconds: 60)
            }
            let id = "import-\(UUID().text)"
            defer { app.media.folder.removeWorkspace(id) }
            let hasNoPeople = try context.confirmsNoFaces(request)
            do {
                let folder = try app.media.folder.workspace(id)
                let file = folder.appending(path: "upload.zip")
                _ = try await MediaUpload.receive(
                    request, context: context, to: file, limit: Self.mostBytes)
                let stored = try await importZip(
                    file, in: folder, household, hasNoPeople: hasNoPeople)
                await importing.leave()
                return try ExperienceRoutes.response(stored, status: .created)
            } catch {
                await importing.leave()
                throw error
            }
        }
    }

    private func importTour(
        _ request: Request, _ context: FamilyContext, _ household: Int64
    ) async throws -> Response {
        let body = try await WireJSON.collect(
            request, context: context, limit: ExperienceFile.mostBytes)
        let tour = try Pannellum.experience(
            of: Data(body.readableBytesView), title: "Tour"
        ) { address in
            let name = address.split(separator: "/").last.map(String.init) ?? ""
            let hash = String(name.prefix { $0 != "." })
            return MediaFolder.isHash(hash) ? hash : nil
        }
        try Self.check(tour)
        return try ExperienceRoutes.response(
            try await addRenamed(tour, household), status: .created)
    }

    /// Checks a whole archive, converts its files like uploads, and adds the experience.
    ///
    /// A failure leaves nothing behind.
    private func importZip(
        _ file: URL, in folder: URL, _ household: Int64, hasNoPeople: Bool
    ) async throws -> ExperienceStore.Stored {
        let archive = try ZipArchive(file)
        guard let list = archive.entries.first(where: { $0.name == "experience.json" }),
            list.size <= ExperienceFile.mostBytes
        else {
            throw ZipError(
                "zip_no_experience", "The zip file has no experience.json. Choose another one.")
        }
        var experience = try ExperienceFile.read(try archive.data(list))
        try Self.check(experience)
        let kinds = Self.kinds(experience)
        var entries: [String: ZipArchive.Entry] = [:]
        for entry in archive.entries where entry.name != "experience.json" {
            let parts = entry.name.split(separator: "/")
            let hash = parts.last.map { String($0.prefix { $0 != "." }) } ?? ""
            guard parts.count == 2, parts[0] == "media", kinds[hash] != nil,
                entries.updateValue(entry, forKey: hash) == nil
            else {
                throw ZipError(
                    "zip_unexpected", "The zip file has \"\(entry.name)\", which is not used.")
            }
        }
        if let missing = kinds.keys.sorted().first(where: { entries[$0] == nil }) {
            throw ZipError("zip_incomplete", "The zip file lacks the file \(missing.prefix(12))….")
        }
        var products: [(String, MediaProduct)] = []
        for (hash, entry) in entries.sorted(by: { $0.key < $1.key }) {
            try Task.checkCancellation()
            products.append(
                (
                    hash,
                    try await product(
                        entry, of: archive, hash: hash, kind: kinds[hash] ?? "", in: folder,
                        hasNoPeople: hasNoPeople)
                ))
        }
        var added: Set<String> = []
        do {
            var names: [String: String] = [:]
            for (hash, product) in products {
                let digest = try MediaFolder.digest(of: product.file).hash
                if try await app.media.media(digest, of: household) == nil { added.insert(digest) }
                names[hash] = try await app.media.add(product, to: household).id
            }
            for index in experience.panoramas.indices {
                let image = experience.panoramas[index].image
                experience.panoramas[index].image = names[image] ?? image
                let narration = experience.panoramas[index].narration
                experience.panoramas[index].narration = narration.flatMap { names[$0] }
                for place in experience.panoramas[index].triggers.indices {
                    let media = experience.panoramas[index].triggers[place].media
                    experience.panoramas[index].triggers[place].media = media.flatMap { names[$0] }
                }
            }
            return try await addRenamed(experience, household)
        } catch {
            try await app.media.release(added, of: household)
            throw error
        }
    }

    private func product(
        _ entry: ZipArchive.Entry, of archive: ZipArchive, hash: String, kind: String,
        in folder: URL, hasNoPeople: Bool
    ) async throws -> MediaProduct {
        let task = MediaTask(
            id: hash, household: 0, kind: kind,
            parameters: try PanoramaWork.Parameters(hasNoPeople: hasNoPeople).json,
            folder: folder.appending(path: hash, directoryHint: .isDirectory))
        try FileManager.default.createDirectory(
            at: task.folder, withIntermediateDirectories: true)
        guard FileManager.default.createFile(atPath: task.input.path, contents: nil) else {
            throw MediaError("disk_full", "The server's disk is full. Free space on it.")
        }
        let handle = try FileHandle(forWritingTo: task.input)
        try archive.read(entry) { try handle.write(contentsOf: $0) }
        try handle.close()
        guard try MediaFolder.digest(of: task.input).hash == hash else {
            throw ZipError("zip_damaged", "\"\(entry.name)\" does not match the hash in its name.")
        }
        switch kind {
        case "panorama": return try await app.work.convert(task) { _ in }
        case "video":
            return try await app.configuration.converter.video(
                task.input, in: task.folder
            ) { _ in }
        default:
            return try await app.configuration.converter.sound(
                task.input, in: task.folder
            ) { _ in }
        }
    }

    private static func kinds(_ experience: Experience) -> [String: String] {
        var kinds: [String: String] = [:]
        for panorama in experience.panoramas {
            kinds[panorama.image] = "panorama"
            if let narration = panorama.narration { kinds[narration] = "sound" }
            for trigger in panorama.triggers {
                if let media = trigger.media { kinds[media] = trigger.kind.rawValue }
            }
        }
        return kinds
    }

    private static func check(_ experience: Experience) throws {
        guard let error = ExperienceRules.errors(in: experience).first else { return }
        throw WireError(
            .unprocessableContent, error.code, error.message, fields: [error.field: error.message])
    }

    /// Adds an experience with a new id, and with another title if its own is taken.
    private func addRenamed(
        _ experience: Experience, _ household: Int64
    ) async throws -> ExperienceStore.Stored {
        try await app.experiences.add(household) { titles in
            var copy = experience
            copy.id = UUID()
            var number = 2
            while titles.contains(copy.title) {
                let end = " \(number)"
                copy.title =
                    experience.title.prefix(16 - end.count).trimmingCharacters(in: .whitespaces)
                    + end
                number += 1
            }
            return copy
        }
    }
}

/// Allows one import at a time, because each may use much of the disk and the processors.
private actor ImportGate {
    private var isBusy = false

    func enter() -> Bool {
        defer { isBusy = true }
        return !isBusy
    }

    func leave() { isBusy = false }
}
