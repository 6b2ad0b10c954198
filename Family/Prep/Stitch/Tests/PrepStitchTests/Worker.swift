import Foundation

/// A photo with the orientation that a phone recorded.
struct Photo {
    var name: String
    var content: Data
    var yaw: Double?
    var pitch: Double?
}

/// Eight photos around the horizon, with recorded orientations that are one to two degrees off.
struct Ring {
    static let count = 8
    static let sphere = PaintedSphere(seed: 7)
    let directions: [(yaw: Double, pitch: Double)]
    let photos: [Photo]

    init() {
        let yawErrors = [1.5, -1.0, 2.0, -1.5, 1.0, -2.0, 0.5, -0.5]
        let pitchErrors = [-1.0, 1.5, 0.5, -1.5, 1.0, -0.5, 2.0, -2.0]
        directions = (0..<Self.count).map { (index: Int) -> (yaw: Double, pitch: Double) in
            (yaw: Double(index * 45), pitch: Double(index % 3 * 2 - 2))
        }
        photos = directions.enumerated().map { index, real in
            Photo(
                name: "\(index).png",
                content: Self.sphere.photo(
                    yaw: real.yaw, pitch: real.pitch, gain: 0.8 + 0.05 * Double(index)),
                yaw: real.yaw + yawErrors[index], pitch: real.pitch + pitchErrors[index])
        }
    }
}

/// The last line of the program's output.
struct StitchingResult: Decodable {
    struct Picture: Decodable {
        var yaw: Double
        var pitch: Double
        var correction: Double
        var matches: Int
    }

    var fieldOfView: Double
    var medianErrorBefore: Double
    var medianErrorAfter: Double
    var coverage: Double
    var highestPitch: Double
    var lowestPitch: Double
    var pictures: [Picture]
}

/// A finished run of the program.
struct FinishedRun {
    var status: Int32
    var output: String
    var errors: String

    func result() throws -> StitchingResult {
        try JSONDecoder().decode(StitchingResult.self, from: Data(output.utf8))
    }
}

/// A run in progress.
struct RunningWorker {
    let process = Process()
    let output = Pipe()
    let errors = Pipe()

    func finish() -> FinishedRun {
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return FinishedRun(
            status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
            errors: String(decoding: complaint, as: UTF8.self))
    }
}

/// A folder with photos and their list, deleted with the last reference.
final class Folder {
    let url: URL
    var panorama: URL { url.appending(path: "panorama.jpg") }

    init(_ photos: [Photo]) throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "prep-stitch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        var entries: [String] = []
        for photo in photos {
            try photo.content.write(to: url.appending(path: photo.name))
            var entry = "{\"file\": \"\(photo.name)\""
            if let yaw = photo.yaw, let pitch = photo.pitch {
                entry += ", \"yaw\": \(yaw), \"pitch\": \(pitch), \"fov\": 75"
            }
            entries.append(entry + "}")
        }
        let list = "{\"pictures\": [\(entries.joined(separator: ", "))]}"
        try Data(list.utf8).write(to: url.appending(path: "photos.json"))
    }

    // A temporary folder, so leftovers are harmless.
    deinit { try? FileManager.default.removeItem(at: url) }

    /// Starts the program, from the folder of the tests.
    func start(_ arguments: String...) throws -> RunningWorker {
        try start(arguments)
    }

    func stitch(_ arguments: String...) throws -> FinishedRun {
        try start(["--width", "1024"] + arguments).finish()
    }

    /// Whether the folder contains neither a panorama nor a part of one.
    func containsNoPanorama() throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: url.path).allSatisfy {
            $0.hasSuffix(".png") || $0 == "photos.json"
        }
    }

    private func start(_ arguments: [String]) throws -> RunningWorker {
        let worker = RunningWorker()
        worker.process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "prep-stitch")
        worker.process.arguments =
            [url.appending(path: "photos.json").path, "--output", panorama.path] + arguments
        worker.process.standardOutput = worker.output
        worker.process.standardError = worker.errors
        try worker.process.run()
        return worker
    }
}
