import Foundation
import TestSupport

/// Runs the built program as a person does: through a shell, in its own process.
struct Program {
    /// What came of a run.
    struct Result {
        /// The shell's exit code; 128 and the signal's number for a death by signal.
        let status: Int32
        /// Standard output.
        let output: String
        /// Standard error.
        let errors: String

        /// The records of `--format jsonl`.
        func records() throws -> [JSONDocument] {
            try output.split(separator: "\n").map { try JSONDocument(parsing: Data($0.utf8)) }
        }
    }

    /// The folder of the package.
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The program, which lies beside the tests.
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("facialfun").path

    /// A portrait with one face.
    static let portrait = package + "/SampleFaces/hopper.jpg"
    /// Another portrait with one face.
    static let otherPortrait = package + "/SampleFaces/collins.jpg"

    /// Runs a script in bash.
    ///
    /// - Parameters:
    ///   - script: The script; `$F` is the program, `$PORTRAIT` and `$OTHER` are pictures with one
    ///     face each, `$S` the folder of the sample faces.
    ///   - folder: Where it runs; nil for the package.
    ///   - variables: Further environment variables.
    /// - Returns: What the shell said; a script that takes five minutes is ended with 124.
    /// - Throws: When there is no shell, or its output cannot be read.
    static func shell(
        _ script: String, in folder: TemporaryFolder? = nil, variables: [String: String] = [:]
    ) throws -> Result {
        let scratch = try TemporaryFolder()
        var environment = ProcessInfo.processInfo.environment
        // The test runner sets NO_COLOR; and the package's own models are tested.
        environment["NO_COLOR"] = nil
        environment["FACIALFUN_MODELS"] = nil
        environment["LC_ALL"] = "C.UTF-8"
        environment["F"] = path
        environment["S"] = package + "/SampleFaces"
        environment["PORTRAIT"] = portrait
        environment["OTHER"] = otherPortrait
        environment.merge(variables) { $1 }
        // Files, not pipes: a pipe that nobody empties would stop the program.
        let (output, errors) = (scratch.path("output"), scratch.path("errors"))
        let status = try SpawnedProcess.run(
            "/usr/bin/env",
            [
                "--chdir=\(folder?.path ?? package)",
                // Whatever hangs is ended.
                "timeout", "--kill-after=5", "300", "bash", "-c", script,
            ], environment: environment, output: output, errors: errors)
        return Result(
            status: status, output: try text(of: output), errors: try text(of: errors))
    }

    private static func text(of path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }
}
