import Glibc

/// Works on a list of pictures on several threads, and hands over what came of each in the order of
/// the list.
///
/// Progress is a bar on a terminal, and lines on other stderr if requested.
package struct PictureRunner<Picture: Sendable, Outcome: Sendable> {
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

    /// Works on all of them; the outcomes do not depend on how many threads do.
    ///
    /// - Parameters:
    ///   - work: What is done with each picture, once, on any thread.
    ///   - complains: Whether standard error gets anything of an outcome, for which the bar makes room.
    ///   - handOver: Takes the outcomes one after the other, on this thread.
    /// - Throws: What `handOver` throws; threads may still be at work then, and the process should end
    ///   at once.
    package func run<Failure: Error>(
        _ work: @escaping @Sendable (Picture) -> Outcome,
        complains: (Outcome) -> Bool,
        handOver: (Outcome) throws(Failure) -> Void
    ) throws(Failure) {
        var progress = ProgressBar(
            total: pictures.count, style: errorStyle, isAskedFor: showsProgress)
        // Output that goes elsewhere does not disturb the bar, which would otherwise be redrawn for
        // each small file.
        let mixes = StandardStreams.isTerminal(STDOUT_FILENO)
        let pipeline = OrderedPipeline(pictures, workers: jobs, transform: work)
        var done = 0
        while let outcome = pipeline.next() {
            if mixes || complains(outcome) { progress?.clear() }
            try handOver(outcome)
            done += 1
            progress?.show(done: done)
        }
        progress?.clear()
    }
}
