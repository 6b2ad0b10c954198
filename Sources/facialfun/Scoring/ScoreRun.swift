import ArgumentParser
import Emotions
import Glibc

/// One run over a list of inputs: scores on several threads, writes in the order of the list.
struct ScoreRun {
    /// What `--fail-on` asks for.
    enum Condition: String, CaseIterable, ExpressibleByArgument, Sendable {
        case noFace = "no-face"
    }

    /// The inputs, in the order of the output.
    let inputs: [PlannedInput]
    /// Does the work on one input.
    let scorer: InputScorer
    /// How many threads work.
    let jobs: Int
    /// Conditions that make the run fail although everything was scored.
    let conditions: Set<Condition>
    /// What standard error can show.
    let errorStyle: TerminalStyle

    /// Scores everything.
    ///
    /// - Parameter writer: The format of standard output.
    /// - Returns: The exit code that the run has earned.
    /// - Throws: ``OutputError`` when standard output cannot be written; threads may still be at
    ///   work then, and the process should end at once.
    func run(writer: any ReportWriter) throws(OutputError) -> ExitCode {
        var writer = writer
        var tally = Tally()
        var isMet = false
        var progress = ProgressBar(total: inputs.count, style: errorStyle)
        // What goes elsewhere does not disturb the bar, which else would be drawn for each small file
        // and taken away at once.
        let mixes = StandardStreams.isTerminal(STDOUT_FILENO)
        let scorer = scorer
        let pipeline = OrderedPipeline(inputs, workers: jobs) { scorer.score($0) }

        try StandardStreams.print(writer.opening())
        var done = 0
        while let scored = pipeline.next() {
            if mixes || !isQuiet(scored) { progress?.clear() }
            tally.count(scored.outcome)
            tally.unwritten += scored.unwritten.count
            try StandardStreams.print(writer.text(of: scored.outcome, path: scored.path))
            complain(about: scored, isMet: &isMet)
            done += 1
            progress?.show(done: done)
        }
        progress?.clear()
        try StandardStreams.print(writer.closing(tally))
        if tally.unwritten > 0 { return ExitCodes.notFit }
        return tally.failed > 0 || isMet ? ExitCodes.someInputsFailed : .success
    }

    /// Whether nothing is said of an input on standard error.
    private func isQuiet(_ scored: InputScorer.Scored) -> Bool {
        guard scored.unwritten.isEmpty, case .scored(let report) = scored.outcome else {
            return false
        }
        return !(conditions.contains(.noFace) && report.faces.isEmpty)
    }

    /// Says on standard error what went wrong with an input.
    private func complain(about scored: InputScorer.Scored, isMet: inout Bool) {
        switch scored.outcome {
        case .failed(let report):
            Complaint(subject: scored.path.display, message: report.error.message)
                .print(style: errorStyle)
        case .scored(let report):
            if conditions.contains(.noFace), report.faces.isEmpty {
                isMet = true
                Complaint(subject: scored.path.display, message: "no face was found (--fail-on)")
                    .print(style: errorStyle)
            }
        }
        for error in scored.unwritten {
            Complaint(subject: nil, message: error.message).print(style: errorStyle)
        }
    }
}
