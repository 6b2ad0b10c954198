import CameraTestSupport
import Foundation
import TestSupport

/// Runs programs before emulated cameras: `$CAM` put before a command gives it the cameras.
struct CameraShell {
    /// What came of a run.
    struct Result {
        /// The shell's exit code.
        let status: Int32
        /// Standard output.
        let output: String
        /// Standard error.
        let errors: String

        /// The lines of standard output.
        var lines: [Substring] { output.split(separator: "\n") }

        /// The lines that begin with a word, without it.
        func lines(of word: String) -> [String] {
            lines.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
        }

        /// The records of JSON lines.
        func records() throws -> [JSONDocument] {
            try lines.map { try JSONDocument(parsing: Data($0.utf8)) }
        }
    }

    private static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

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
    func run(_ script: String) throws -> Result {
        let scratch = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "--default-signal=PIPE", "timeout", "--kill-after=5", "180", "bash", "-c", script,
        ]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        var environment = ProcessInfo.processInfo.environment
        environment["NO_COLOR"] = nil
        environment["FACIALFUN_MODELS"] = nil
        environment["LC_ALL"] = "C.UTF-8"
        environment["F"] = Self.products.appendingPathComponent("facialfun").path
        environment["PROBE"] = Self.products.appendingPathComponent("CameraProbe").path
        environment["CAM"] =
            "env " + cameras.environment.map { "\($0)=\($1)" }.sorted().joined(separator: " ")
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        // Files, not pipes: a pipe that nobody empties would stop the program.
        let output = URL(fileURLWithPath: try scratch.write("output", []))
        let errors = URL(fileURLWithPath: try scratch.write("errors", []))
        let handles = (
            try FileHandle(forWritingTo: output), try FileHandle(forWritingTo: errors)
        )
        (process.standardOutput, process.standardError) = handles
        try process.run()
        process.waitUntilExit()
        try handles.0.close()
        try handles.1.close()
        return Result(
            status: process.terminationStatus,
            output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
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
