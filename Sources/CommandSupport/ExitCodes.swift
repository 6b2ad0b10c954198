package import ArgumentParser
package import FacialFunWire

/// The exit codes of the program; usage errors have ArgumentParser's 64.
package enum ExitCodes {
    /// Some inputs failed, a condition of `--fail-on` was met, or a limit of `bench` was exceeded.
    package static let someInputsFailed = ExitCode(1)
    /// A model is missing, the disk is full, or the output is closed.
    package static let unfit = ExitCode(3)

    /// The reader of the output has exited: the exit code of a shell for death by SIGPIPE.
    package static let readerGone = ExitCode(141)

    /// With `--exit-code`: a face does not match yet.
    package static let notYet = ExitCode(10)
    /// With `--exit-code`: a picture cannot be judged.
    package static let cannotJudge = ExitCode(11)

    /// The exit code for a verdict.
    package static func code(of verdict: Verdict) -> ExitCode {
        switch verdict {
        case .matched: .success
        case .notYet: notYet
        case .cannotJudge: cannotJudge
        }
    }

    /// Description in `--help`.
    package static let help = """
          0   everything was scored
          1   some inputs failed (each is named, the others are scored), or --fail-on
              was met
          3   a model is missing or damaged, or output could not be written
          64  the command line is wrong
          141 the reader of the output has closed it
        """

    /// Description in `evaluate --help`.
    package static let evaluateHelp = """
          0   everything was judged
          1   some pictures could not be read (each is named, the others are judged)
          3   a model is missing or damaged, or output could not be written
          64  the command line, a source or its labels are invalid
          141 the reader of the output has closed it
        """
}
