import Glibc

/// Works on a list of pictures on several threads, and hands over what came of each in the order of
/// the list.
///
/// On a terminal a bar on standard error says how far it is; elsewhere lines do, where they are asked for.
package struct PictureRunner<Picture: Sendable, Outcome: Sendable> {
    /// The pictures, in the order of the output.
    package let pictures: [Picture]
    /// How many threads work.
    package let jobs: Int
    /// What standard error can show.
    package let errorStyle: TerminalStyle
    /// Whether progress is asked for where standard error is no terminal, too.
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
        // What goes elsewhere does not disturb the bar, which else would be drawn for each small file
        // and taken away at once.
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
