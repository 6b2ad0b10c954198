import CameraTestSupport
import Foundation
import TestSupport

/// Runs programs before emulated cameras: `$CAM` put before a command gives it the cameras.
struct CameraShell {
    /// The cameras.
    let cameras: EmulatedCameras
    /// Where scripts run.
    let folder: TemporaryFolder

    /// Takes the text of a file of cameras.
    init(_ description: String) throws {
        cameras = try EmulatedCameras(description)
        folder = try TemporaryFolder()
    }

    /// Runs a script in bash.
    ///
    /// - Parameter script: `$F` is the program, `$PROBE` the probe, `$CAM` goes before either.
    /// - Returns: What the shell said; a script that takes three minutes is ended with 124.
    /// - Throws: When there is no shell, or its output cannot be read.
    func run(_ script: String) throws -> Shell.Result {
        let environment = cameras.environment.map { "\($0)=\($1)" }.sorted()
        return try Shell.run(
            script, in: folder.path, seconds: 180,
            variables: [
                "PROBE": Shell.products.appendingPathComponent("CameraProbe").path,
                "CAM": "env " + environment.joined(separator: " "),
            ])
    }

    /// Whether every buffer that was mapped was unmapped, every stream stopped, every device closed.
    func isBalanced(_ camera: String = "/dev/video0") throws -> Bool {
        let counts = try cameras.journal(of: camera)
        return counts["opens"] == counts["closes"] && counts["mmaps"] == counts["munmaps"]
            && (counts["streamons"] ?? 0)
                == (counts["streamoffs"] ?? 0) + (counts["unplugs-while-streaming"] ?? 0)
            && (counts["closes-while-streaming"] ?? 0) == 0
    }
}
