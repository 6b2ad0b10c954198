import ArgumentParser

/// The exit codes of the program, one meaning each; usage errors are ArgumentParser's own 64.
enum ExitCodes {
    /// What was asked about is not as it should be, or not there.
    static let findings = ExitCode(1)
    /// The machine, the data or the content is not fit: each is named with its remedy.
    static let notFit = ExitCode(3)

    /// What `--help` says of them.
    static let help = """
          0   done
          1   something was found or is not there, and is named
          3   the data, the content or the machine is not fit
          64  the command line is wrong
          130, 143  a second SIGINT or SIGTERM ended it at once
        """
}
