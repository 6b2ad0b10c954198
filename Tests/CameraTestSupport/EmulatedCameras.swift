import Foundation
import TestSupport

/// Emulated cameras for a process that a test starts; see Tools/V4L2Emulator/README.md.
package struct EmulatedCameras: Sendable {
    /// The library in the folder of the test bundle.
    package static let library = Shell.products.appendingPathComponent("libV4L2Emulator.so").path

    /// Compiles the library once per process, unless it is up to date.
    private static let build = Result {
        let script = Program.package + "/Tools/V4L2Emulator/build"
        let result = try Shell.run(
            "'\(script)' '\(library)'", in: Program.package, seconds: 120, variables: [:])
        guard result.status == 0 else {
            throw CocoaError(
                .executableLoad, userInfo: [NSLocalizedDescriptionKey: result.errors])
        }
    }

    private let folder: TemporaryFolder
    private let description: String

    /// Writes a camera file into a new folder.
    ///
    /// - Parameter description: The file's text: `[/dev/video0]`, `format = …` and so on.
    /// - Throws: If the file cannot be written or the library cannot be compiled.
    package init(_ description: String) throws {
        try Self.build.get()
        folder = try TemporaryFolder()
        self.description = try folder.write("cameras.conf", description.utf8)
    }

    /// The environment in which a process has these cameras and no others.
    package var environment: [String: String] {
        [
            "LD_PRELOAD": Self.library, "V4L2_EMULATOR": description,
            "V4L2_EMULATOR_LOG": folder.path("journal"),
        ]
    }

    /// Counts of the operations of exited processes on a camera: `opens`, `closes`, `mmaps`,
    /// `munmaps`, `streamons`, `streamoffs`, `frames-delivered` and so on, summed over the
    /// processes.
    ///
    /// - Parameter camera: Such as `/dev/video0`.
    /// - Returns: The counts; empty if no process opened the camera.
    /// - Throws: If the journal cannot be read.
    package func journal(of camera: String = "/dev/video0") throws -> [String: Int] {
        let path = folder.path("journal")
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        var counts: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 3, words[0] == camera, let number = Int(words[2]) else { continue }
            counts[String(words[1]), default: 0] += number
        }
        return counts
    }
}
