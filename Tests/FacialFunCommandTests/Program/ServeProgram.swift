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
            Shell.serving(script, by: "\"$F\"", options: options), in: folder,
            variables: variables.merging([
                "PYTHON": Program.package + "/Clients/python",
                "MODELS": Program.package + "/Models",
            ]) { $1 })
    }

    /// Asks the service.
    static let curl = "curl -sS --max-time 20 --unix-socket \"$SOCK\""
}
