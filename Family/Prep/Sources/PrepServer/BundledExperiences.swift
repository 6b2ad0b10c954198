import FamilyMedia
import Foundation
import Logging
import PrepRules

/// The experiences shipped with Prep.
///
/// Each has a folder with `experience.json` and the folder `media`, whose files are named after
/// their hashes: `HASH.jpg`, `HASH.2048.jpg`, `HASH.m4a`.
struct BundledExperiences: Sendable {
    let all: [Experience]
    private let files: [String: URL]

    init(folder: URL, logger: Logger) {
        let manager = FileManager.default
        var experiences: [Experience] = []
        var files: [String: URL] = [:]
        // A missing folder means no bundled experiences.
        for name in ((try? manager.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() {
            let url = folder.appending(path: name, directoryHint: .isDirectory)
            guard let data = manager.contents(atPath: url.appending(path: "experience.json").path)
            else { continue }
            do throws(ExperienceError) {
                experiences.append(try ExperienceFile.read(data))
            } catch {
                logger.error(
                    "a bundled experience cannot be read",
                    metadata: ["folder": "\(name)", "what": "\(error)"])
                continue
            }
            let media = url.appending(path: "media", directoryHint: .isDirectory)
            for file in (try? manager.contentsOfDirectory(atPath: media.path)) ?? [] {
                let key = file.split(separator: ".").dropLast().joined(separator: ".")
                files[key] = media.appending(path: file)
            }
        }
        all = experiences
        self.files = files
    }

    func experience(_ id: String) -> Experience? { all.first { $0.id.text == id } }

    /// A bundled file and its media type; the full-size picture if there is no smaller copy.
    func file(_ hash: String, variant: String?) -> (url: URL, type: String)? {
        let key = variant.map { "\(hash).\($0)" } ?? hash
        guard let url = files[key] ?? files[hash] else { return nil }
        let type =
            switch url.pathExtension {
            case "jpg": "image/jpeg"
            case "webp": "image/webp"
            case "m4a": "audio/mp4"
            case "mp4": "video/mp4"
            default: "application/octet-stream"
            }
        return (url, type)
    }
}
