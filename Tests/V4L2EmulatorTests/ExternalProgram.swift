import CameraTestSupport
import Foundation
import Testing
import TestSupport

/// A third-party program, run with emulated cameras.
struct ExternalProgram {
    let path: String

    static let v4l2ctl = ExternalProgram(named: "v4l2-ctl")
    static let v4l2compliance = ExternalProgram(named: "v4l2-compliance")
    static let ffmpeg = ExternalProgram(named: "ffmpeg")
    static let python = ExternalProgram(named: "python3")

    /// The script that drives a camera by raw system calls.
    static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("camera.py").path

    /// Returns nil if the program is not in PATH.
    private init?(named name: String) {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let paths = folders.split(separator: ":").map { "\($0)/\(name)" }
        guard let path = paths.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            return nil
        }
        self.path = path
    }

    struct Result {
        /// The exit code; 124 after the time limit.
        let status: Int32
        let output: Data
        let errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// libv4l's preloaded library, which converts formats that the camera does not offer.
    static let converter: String? = {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
        return folders.map { "/usr/lib/\($0)/libv4l/v4l2convert.so" }
            .first(where: FileManager.default.fileExists(atPath:))
    }()

    /// Runs it for at most a minute.
    func run(
        _ arguments: [String], with cameras: EmulatedCameras, preloading library: String? = nil
    ) throws -> Result {
        let scratch = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["--kill-after=5", "60", path] + arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(cameras.environment) { $1 }
            .merging(["LC_ALL": "C.UTF-8"]) { $1 }
        if let library {
            process.environment?["LD_PRELOAD"] = "\(library):\(EmulatedCameras.library)"
        }
        process.standardInput = FileHandle.nullDevice
        // Files, not pipes: a full pipe without a reader would block the program.
        let output = try scratch.write("output", [])
        let errors = try scratch.write("errors", [])
        let outputHandle = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        let errorHandle = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
        process.standardOutput = outputHandle
        process.standardError = errorHandle
        try process.run()
        process.waitUntilExit()
        try outputHandle.close()
        try errorHandle.close()
        return Result(
            status: process.terminationStatus,
            output: try Data(contentsOf: URL(fileURLWithPath: output)),
            errors: String(
                decoding: try Data(contentsOf: URL(fileURLWithPath: errors)), as: UTF8.self))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests with a message unless v4l2-ctl and v4l2-compliance are installed.
    static var needsV4L2Utilities: Self {
        .enabled(
            if: ExternalProgram.v4l2ctl != nil && ExternalProgram.v4l2compliance != nil,
            "v4l2-ctl is not installed: apt-get install v4l-utils")
    }

    /// Skips tests with a message unless ffmpeg is installed.
    static var needsFFmpeg: Self {
        .enabled(
            if: ExternalProgram.ffmpeg != nil, "ffmpeg is not installed: apt-get install ffmpeg")
    }

    /// Skips tests with a message unless Python is installed.
    static var needsPython: Self {
        .enabled(
            if: ExternalProgram.python != nil, "python3 is not installed: apt-get install python3")
    }
}
