import Glibc

/// Processes a list of pictures on several threads, and delivers the results in the order of the
/// list.
///
/// Progress is a bar on a terminal, and lines on other stderr if requested.
package struct PictureRunner<Picture: Sendable, Output: Sendable> {
    /// The pictures, in the order of the output.
    package let pictures: [Picture]
    /// Number of threads.
    package let jobs: Int
    /// Capabilities of stderr.
    package let errorStyle: TerminalStyle
    /// Whether to show progress even if stderr is not a terminal.
    package let showsProgress: Bool

    /// Makes a runner.
    package init(
        pictures: [Picture], jobs: Int, errorStyle: TerminalStyle, showsProgress: Bool = false
    ) {
        self.pictures = pictures
        self.jobs = jobs
        self.errorStyle = errorStyle
        self.showsProgress = showsProgress
    }

    /// Processes all pictures; the results do not depend on the number of threads.
    ///
    /// - Parameters:
    ///   - work: Called once for each picture, on any thread.
    ///   - printsErrors: Whether a result writes to standard error, so that the bar must be
    ///     cleared.
    ///   - handOver: Receives the results in order, on this thread.
    /// - Throws: Errors of `handOver`; threads may still be working then, and the process should
    ///   end at once.
    package func run<Failure: Error>(
        _ work: @escaping @Sendable (Picture) -> Output,
        printsErrors: (Output) -> Bool,
        handOver: (Output) throws(Failure) -> Void
    ) throws(Failure) {
        var progress = ProgressBar(
            total: pictures.count, style: errorStyle, isRequested: showsProgress)
        // If standard output is not a terminal, the bar remains visible and need not be redrawn
        // after each file.
        let mixes = StandardStreams.isTerminal(STDOUT_FILENO)
        let pipeline = OrderedPipeline(pictures, workers: jobs, transform: work)
        var done = 0
        while let outcome = pipeline.next() {
            if mixes || printsErrors(outcome) { progress?.clear() }
            try handOver(outcome)
            done += 1
            progress?.show(done: done)
        }
        progress?.clear()
    }
}
