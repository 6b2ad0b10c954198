import ArgumentParser

/// The exit codes of the program.
///
/// Usage errors are ArgumentParser's own 64.
enum ExitCodes {
    /// The check found problems, or the requested object does not exist.
    static let findings = ExitCode(1)
    /// The machine, the data or the content is unusable.
    ///
    /// The output names each problem and its remedy.
    static let notFit = ExitCode(3)

    /// The section of `--help` about exit codes.
    static let help = """
          0   done
          1   the check found problems, or an object does not exist
          3   the data, the content or the machine is unusable
          64  usage error
          130, 143  ended by a second SIGINT or SIGTERM
        """
}
