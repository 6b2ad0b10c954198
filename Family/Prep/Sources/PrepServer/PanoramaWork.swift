import FamilyMedia
import Foundation
import PrepRules
import Synchronization

/// Makes panoramas from one picture, or from many with the program `prep-stitch`.
///
/// Faces are blurred before anything is stored.
struct PanoramaWork: Sendable {
    let converter: MediaConverter
    let faces: (any FaceFinder)?
    let stitcher: URL

    /// Parameters of a panorama's job.
    struct Parameters: Codable, Sendable {
        /// Whether an adult has confirmed that the picture shows no people.
        var hasNoPeople = false
        /// The faces that an adult confirmed as family members'.
        var ownFaces: [AngularRegion] = []

        /// Maximum number of confirmed faces in a picture.
        static let mostOwnFaces = 50

        var json: String {
            get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
        }

        init(hasNoPeople: Bool = false) { self.hasNoPeople = hasNoPeople }

        /// Decodes the parameters, including those of jobs that an older version of the server
        /// added.
        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            hasNoPeople = try values.decode(Bool.self, forKey: .hasNoPeople)
            ownFaces = try values.decodeIfPresent([AngularRegion].self, forKey: .ownFaces) ?? []
        }
    }

    /// Further facts about a panorama.
    struct Details: Codable, Sendable {
        var blurred: [AngularRegion]
        var unphotographed: [AngularRegion]
    }

    func convert(
        _ task: MediaTask, progress: @escaping MediaConverter.Progress
    ) async throws -> MediaProduct {
        try await panorama(task.input, task, unphotographed: []) { progress($0) }
    }

    private func panorama(
        _ input: URL, _ task: MediaTask, unphotographed: [AngularRegion],
        progress: @escaping MediaConverter.Progress
    ) async throws -> MediaProduct {
        let made = try await converter.panorama(input, in: task.folder) { _ in }
        progress(0.3)
        let parameters = try JSONDecoder().decode(
            Parameters.self, from: Data(task.parameters.utf8))
        var blurred: [AngularRegion] = []
        if !parameters.hasNoPeople {
            guard let faces else {
                throw MediaError(
                    "faces_unavailable",
                    "This server cannot detect faces, so the picture was not stored. If it shows "
                        + "no people, confirm that and send it again.")
            }
            blurred = try await FaceBlur.blur(
                made.file, finder: faces, except: parameters.ownFaces
            ) { progress(0.3 + $0 * 0.6) }
        }
        let variants = try await converter.variants(
            of: made.file, width: made.width, in: task.folder)
        progress(1)
        let details = Details(blurred: blurred, unphotographed: unphotographed)
        return MediaProduct(
            file: made.file, kind: "panorama", type: "image/jpeg", width: made.width,
            height: made.height,
            details: String(decoding: try JSONEncoder().encode(details), as: UTF8.self),
            variants: variants)
    }

    // MARK: - Stitching

    /// The list of photos as `prep-stitch` reads it.
    struct PhotoList: Codable, Sendable {
        struct Photo: Codable, Sendable {
            var file: String
            var yaw: Double?
            var pitch: Double?
            var roll: Double?
            var fov: Double?
        }
        var pictures: [Photo]
    }

    /// A line of `prep-stitch`'s output.
    private struct Line: Decodable {
        enum Event: String, Decodable {
            case progress, result, error
        }
        let event: Event
        let done: Double?
        let highestPitch: Double?
        let lowestPitch: Double?
        let message: String?
        /// The number of the picture that caused the error.
        let file: String?

        /// The areas around the poles that no picture covers.
        var unphotographed: [AngularRegion] {
            let up = 90 - (highestPitch ?? 90), down = 90 + (lowestPitch ?? -90)
            return [
                AngularRegion(yaw: 0, pitch: 90 - up / 2, width: 360, height: up),
                AngularRegion(yaw: 0, pitch: down / 2 - 90, width: 360, height: down),
            ].filter { $0.height > 0.5 }
        }
    }

    func stitch(
        _ task: MediaTask, progress: @escaping MediaConverter.Progress
    ) async throws -> MediaProduct {
        guard FileManager.default.isExecutableFile(atPath: stitcher.path) else {
            throw MediaError(
                "program_missing",
                "The program prep-stitch is not at \(stitcher.path). Install it, or set "
                    + "FAMILY_PREP_STITCH.")
        }
        let output = task.folder.appending(path: "stitched.jpg")
        let state = Mutex((isDone: false, regions: [AngularRegion](), failure: MediaError?.none))
        let ending = try await SandboxedProcess(
            stitcher.path,
            [
                task.folder.appending(path: "photos.json").path, "--output", output.path,
                "--progress", "--time-limit", "280",
            ], home: task.folder, limits: .init(seconds: 300, memory: 3 << 30)
        ).run { text in
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)) else {
                return
            }
            state.withLock { state in
                switch line.event {
                case .progress: progress(min(max(line.done ?? 0, 0), 1) * 0.7)
                case .result:
                    state.isDone = true
                    state.regions = line.unphotographed
                case .error:
                    // Other failures are the server's fault, and the user cannot fix them.
                    guard line.file != nil, let message = line.message else { return }
                    state.failure = MediaError(
                        "bad_photo",
                        message.replacingOccurrences(of: task.folder.path + "/", with: ""))
                }
            }
        }
        let result = state.withLock { $0 }
        if let failure = result.failure { throw failure }
        guard ending.code == 0, result.isDone,
            FileManager.default.fileExists(atPath: output.path)
        else {
            throw MediaError(
                "stitching_failed",
                "The photos could not be stitched. Take them again, each overlapping the next.")
        }
        return try await panorama(output, task, unphotographed: result.regions) {
            progress(0.7 + $0 * 0.3)
        }
    }
}
