import TestSupport

/// `facialfun serve` as a whole process, for the time of a script.
enum ServeProgram {
    /// Runs a script while a service runs: `$SOCK` is its socket, `$LOG` what it says, `$PID` its
    /// process, `$PYTHON` the folder of the Python client.
    ///
    /// - Parameters:
    ///   - options: Further options of `serve`.
    ///   - script: The script; the service is stopped after it, and its exit code is the result's.
    ///   - variables: Further environment variables.
    /// - Returns: What the script said.
    /// - Throws: When there is no shell.
    static func run(
        _ options: String = "", _ script: String, variables: [String: String] = [:]
    ) throws -> Program.Result {
        let folder = try TemporaryFolder()
        return try Program.shell(
            """
            SOCK="$PWD/sock"; LOG="$PWD/log"
            "$F" serve --socket "$SOCK" \(options) 2>"$LOG" & PID=$!
            trap 'kill -KILL $PID 2>/dev/null' EXIT
            for i in $(seq 600); do
                grep -q '^facialfun: ready' "$LOG" && break
                kill -0 $PID 2>/dev/null || { cat "$LOG" >&2; exit 99; }
                sleep 0.05
            done
            \(script)
            """, in: folder,
            variables: variables.merging([
                "PYTHON": Program.package + "/Clients/python",
                "MODELS": Program.package + "/Models",
            ]) { $1 })
    }

    /// Asks the service.
    static let curl = "curl -sS --max-time 20 --unix-socket \"$SOCK\""
}
