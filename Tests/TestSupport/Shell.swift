package import Foundation

/// Runs scripts in bash, as a person would use the built programs.
package enum Shell {
    /// What came of a run.
    package struct Result: Sendable {
        /// The shell's exit code; 128 and the signal's number for a death by signal.
        package let status: Int32
        /// Standard output.
        package let output: String
        /// Standard error.
        package let errors: String

        /// The lines of standard output.
        package var lines: [Substring] { output.split(separator: "\n") }

        /// The lines that begin with a word, without it.
        package func lines(of word: String) -> [String] {
            lines.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
        }

        /// The records of JSON lines.
        package func records() throws -> [JSONDocument] {
            try lines.map { try JSONDocument(parsing: Data($0.utf8)) }
        }
    }

    /// The folder of the built programs, in which the tests lie, too.
    package static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// Runs a script.
    ///
    /// - Parameters:
    ///   - script: The script; `$F` is the program `facialfun`, `$LAB` `facialfun-lab`.
    ///   - folder: Where it runs.
    ///   - seconds: A script that takes longer is ended with 124.
    ///   - variables: Further environment variables.
    /// - Returns: What the shell said.
    /// - Throws: When there is no shell, or its output cannot be read.
    package static func run(
        _ script: String, in folder: String, seconds: Int, variables: [String: String]
    ) throws -> Result {
        let scratch = try TemporaryFolder()
        var environment = ProcessInfo.processInfo.environment
        // The test runner sets NO_COLOR; and the package's own models are tested.
        environment["NO_COLOR"] = nil
        environment["FACIALFUN_MODELS"] = nil
        environment["LC_ALL"] = "C.UTF-8"
        environment["F"] = products.appendingPathComponent("facialfun").path
        environment["LAB"] = products.appendingPathComponent("facialfun-lab").path
        environment.merge(variables) { $1 }
        // Files, not pipes: a pipe that nobody empties would stop the program.
        let (output, errors) = (scratch.path("output"), scratch.path("errors"))
        let status = try SpawnedProcess.run(
            "/usr/bin/env",
            [
                "--chdir=\(folder)",
                // Whatever hangs is ended.
                "timeout", "--kill-after=5", "\(seconds)", "bash", "-c", script,
            ], environment: environment, output: output, errors: errors)
        return Result(
            status: status, output: try text(of: output), errors: try text(of: errors))
    }

    /// A script that runs another while a service runs: `$SOCK` is its socket, `$LOG` what it says,
    /// `$PID` its process; `wait_for COMMAND` waits until a command succeeds, however long that takes
    /// on a busy machine.
    ///
    /// - Parameters:
    ///   - script: What is run once the service is ready; the service is killed after it.
    ///   - program: The words that start the program.
    ///   - options: Further options of `serve`.
    /// - Returns: The whole script; it exits with 99 where the service ends while it is waited for.
    package static func serving(_ script: String, by program: String, options: String) -> String {
        """
        SOCK="$PWD/sock"; LOG="$PWD/log"
        # Made here: the job may open it after the first look.
        : >"$LOG"
        \(program) serve --socket "$SOCK" \(options) 2>>"$LOG" & PID=$!
        trap 'kill -KILL $PID 2>/dev/null' EXIT
        # Waits for a command to succeed, for as long as the service lives.
        wait_for() { until "$@"; do
            kill -0 $PID 2>/dev/null || { cat "$LOG" >&2; exit 99; }
            sleep 0.05
        done; }
        wait_for grep -q '^facialfun: ready' "$LOG"
        \(script)
        """
    }

    private static func text(of path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }
}
