package import Foundation

/// Runs scripts with the built programs in bash, as a user does.
package enum Shell {
    /// The exit status and output of a script.
    package struct Result: Sendable {
        /// The shell's exit code; 128 plus the signal number if a signal killed it.
        package let status: Int32
        /// Standard output.
        package let output: String
        /// Standard error.
        package let errors: String

        /// The lines of standard output.
        package var lines: [Substring] { output.split(separator: "\n") }

        /// The lines that begin with a word, without that word.
        package func lines(of word: String) -> [String] {
            lines.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
        }

        /// The records of a JSON Lines document.
        package func records() throws -> [JSONDocument] {
            try lines.map { try JSONDocument(parsing: Data($0.utf8)) }
        }
    }

    /// The folder of the built programs and tests.
    package static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// Runs a script.
    ///
    /// - Parameters:
    ///   - script: The script; `$F` is the program `facialfun`, `$LAB` `facialfun-lab`.
    ///   - folder: The working directory.
    ///   - seconds: Time limit; a script that exceeds it is killed, with status 124.
    ///   - variables: Further environment variables.
    /// - Returns: The exit status and output.
    /// - Throws: If the shell cannot be started or its output cannot be read.
    package static func run(
        _ script: String, in folder: String, seconds: Int, variables: [String: String]
    ) throws -> Result {
        let scratch = try TemporaryFolder()
        var environment = ProcessInfo.processInfo.environment
        // The test runner sets NO_COLOR. Tests use the package's own models.
        environment["NO_COLOR"] = nil
        environment["FACIALFUN_MODELS"] = nil
        environment["LC_ALL"] = "C.UTF-8"
        environment["F"] = products.appendingPathComponent("facialfun").path
        environment["LAB"] = products.appendingPathComponent("facialfun-lab").path
        environment.merge(variables) { $1 }
        // Files, not pipes: a full pipe without a reader would block the program.
        let (output, errors) = (scratch.path("output"), scratch.path("errors"))
        let status = try SpawnedProcess.run(
            "/usr/bin/env",
            [
                "--chdir=\(folder)",
                // Kills a script that hangs.
                "timeout", "--kill-after=5", "\(seconds)", "bash", "-c", script,
            ], environment: environment, output: output, errors: errors)
        return Result(
            status: status, output: try text(of: output), errors: try text(of: errors))
    }

    /// A script that runs another script while a service runs.
    ///
    /// `$SOCK` is its socket, `$LOG` its log and `$PID` its process; `wait_for COMMAND` waits until
    /// a command succeeds, without a time limit because the machine may be busy.
    ///
    /// - Parameters:
    ///   - script: The script to run once the service is ready; the service is killed after it.
    ///   - program: The command that starts the program.
    ///   - options: Further options of `serve`.
    /// - Returns: The whole script; it exits with 99 if the service ends during the wait.
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
