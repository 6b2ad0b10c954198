import CameraTestSupport
import Foundation
import TestSupport

/// Runs programs with emulated cameras: the prefix `$CAM` makes them visible to a command.
struct CameraShell {
    /// The emulated cameras.
    let cameras: EmulatedCameras
    /// The working directory of scripts.
    let folder: TemporaryFolder

    /// Creates cameras from the text of a camera file.
    init(_ description: String) throws {
        cameras = try EmulatedCameras(description)
        folder = try TemporaryFolder()
    }

    /// Runs a script in bash.
    ///
    /// - Parameter script: `$F` is the program, `$PROBE` the probe; `$CAM` precedes either.
    /// - Returns: The exit status and output. A script that takes more than three minutes is
    ///   killed, with status 124.
    /// - Throws: If the shell cannot be started or its output cannot be read.
    func run(_ script: String) throws -> Shell.Result {
        let environment = cameras.environment.map { "\($0)=\($1)" }.sorted()
        return try Shell.run(
            script, in: folder.path, seconds: 180,
            variables: [
                "PROBE": Shell.products.appendingPathComponent("CameraProbe").path,
                "CAM": "env " + environment.joined(separator: " "),
            ])
    }

    /// Whether every mapped buffer was unmapped, every stream stopped and every device closed.
    func isBalanced(_ camera: String = "/dev/video0") throws -> Bool {
        let counts = try cameras.journal(of: camera)
        return counts["opens"] == counts["closes"] && counts["mmaps"] == counts["munmaps"]
            && (counts["streamons"] ?? 0)
                == (counts["streamoffs"] ?? 0) + (counts["unplugs-while-streaming"] ?? 0)
            && (counts["closes-while-streaming"] ?? 0) == 0
    }
}
