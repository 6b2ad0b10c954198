package import ArgumentParser
import Glibc

extension ColorOptions {
    /// Runs the work of a command; reports its error on stderr and by the exit code.
    ///
    /// - Parameter work: Receives the capabilities of standard error, and returns the exit code of
    ///   the run.
    /// - Throws: The exit code if it is not 0, and errors of ArgumentParser.
    package func run(_ work: (_ errorStyle: TerminalStyle) throws -> ExitCode) throws {
        StandardStreams.reserveClosed()
        let errorStyle = style(STDERR_FILENO)
        do {
            let code = try work(errorStyle)
            guard code == .success else { throw code }
        } catch let error as CommandError {
            Diagnostic(subject: nil, message: error.message).print(style: errorStyle)
            // Exits without waiting for threads that are still working; one of them may be reading
            // a FIFO that never ends.
            if error.code == .output { _exit(error.exitCode.rawValue) }
            throw error.exitCode
        }
    }
}

extension SharedOptions {
    /// Runs the work of a command; see ``ColorOptions/run(_:)``.
    package func run(_ work: (_ errorStyle: TerminalStyle) throws -> ExitCode) throws {
        try colors.run(work)
    }
}
