import TestSupport

/// `facialfun serve` as a separate process for the duration of a script.
enum ServeProgram {
    /// Runs a script while a service runs: `$SOCK` is its socket, `$LOG` its log, `$PID` its
    /// process, `$PYTHON` the folder of the Python client.
    ///
    /// - Parameters:
    ///   - options: Further options of `serve`.
    ///   - script: The script; the service is stopped after it, and the result has the exit code of
    ///     the script.
    ///   - variables: Further environment variables.
    /// - Returns: The exit status and output of the script.
    /// - Throws: If the shell cannot be started.
    static func run(
        _ options: String = "", _ script: String, variables: [String: String] = [:]
    ) throws -> Program.Result {
        let folder = try TemporaryFolder()
        return try Program.shell(
            Shell.serving(script, by: "\"$F\"", options: options), in: folder,
            variables: variables.merging([
                "PYTHON": Program.package + "/Clients/python",
                "MODELS": Program.package + "/Models",
            ]) { $1 })
    }

    /// Sends a request to the service.
    static let curl = "curl -sS --max-time 20 --unix-socket \"$SOCK\""
}
