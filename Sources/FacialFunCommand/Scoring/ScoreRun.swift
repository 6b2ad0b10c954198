import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunWire

/// A run over a list of inputs: scores on several threads, writes in the order of the list.
struct ScoreRun {
    /// Conditions of `--fail-on`.
    enum Condition: String, CaseIterable, ExpressibleByArgument, Sendable {
        case noFace = "no-face"
    }

    /// Result of an input.
    private struct InputResult: Sendable {
        /// The input.
        let item: InputItem
        /// The report or the failure.
        let outcome: InputOutcome
        /// Pictures that could not be written.
        let unwritten: [CommandError]
    }

    /// The inputs, in the order of the output.
    let inputs: [PlannedInput]
    /// Scores them.
    let recognizer: PictureRecognizer
    /// Scores films.
    let films: FilmScoring
    /// Writes pictures.
    let pictures: ImageOutputs
    /// Takes the records.
    var output = RecordOutput.standard
    /// The records of an earlier run.
    var earlier = EarlierRun()
    /// Writes the scores over time, if requested.
    var timeline: TimelineFile?
    /// Writes the report page, if requested.
    var report: ReportFile?
    /// Writes a copy of the film with the scores, if requested.
    var overlay: AnnotatedFilm?
    /// Number of threads.
    let jobs: Int
    /// Conditions under which the run fails even if everything was scored.
    let conditions: Set<Condition>
    /// Capabilities of standard error.
    let errorStyle: TerminalStyle
    /// Whether to show progress even if standard error is not a terminal.
    let showsProgress: Bool

    /// Scores everything.
    ///
    /// - Parameter writer: The format of standard output.
    /// - Returns: The exit code of the run.
    /// - Throws: ``CommandError`` if standard output cannot be written; threads may still be
    ///   working then, and the process should end at once.
    func run(writer: any ReportWriter) throws(CommandError) -> ExitCode {
        var writer = writer
        var tally = OutcomeCounts()
        var isMet = false
        try replay(&tally, isMet: &isMet)
        try output.write(writer.opening())
        var rest = inputs[earlier.inputs...]
        let progress = FilmProgress(
            of: rest.map(\.item).filter(films.reads), isRequested: showsProgress)
        while let first = rest.first {
            guard !films.reads(first.item) else {
                rest.removeFirst()
                try score(film: first, &writer, &tally, isMet: &isMet, progress)
                continue
            }
            let batch = Array(rest.prefix { !films.reads($0.item) })
            rest.removeFirst(batch.count)
            try score(pictures: batch, &writer, &tally, isMet: &isMet)
        }
        try timeline?.write()
        try report?.write(reading: recognizer, films, jobs: jobs)
        try output.write(writer.closing(tally))
        if tally.unwritten > 0 { return ExitCodes.unfit }
        return tally.failed > 0 || isMet ? ExitCodes.someInputsFailed : .success
    }

    /// Counts the records of an earlier run like those of this one, without writing them again.
    private func replay(
        _ tally: inout OutcomeCounts, isMet: inout Bool
    ) throws(CommandError) {
        var rest = earlier.outcomes[...]
        for input in inputs.prefix(earlier.inputs) {
            guard films.reads(input.item) else {
                guard let outcome = rest.popFirst() else { return }
                tally.count(outcome)
                report?.add(outcome, of: input.item)
                if conditions.contains(.noFace), outcome.hasFace == false { isMet = true }
                continue
            }
            timeline?.begin(input)
            report?.begin(input.item)
            var isFirst = true
            var hasFace: Bool?
            while let outcome = rest.first, outcome.path.hasSameUTF8(as: input.item.path.text),
                isFirst || outcome.frame != 1
            {
                isFirst = false
                rest.removeFirst()
                tally.count(outcome)
                timeline?.add(outcome)
                report?.add(outcome)
                if let found = outcome.hasFace { hasFace = (hasFace ?? false) || found }
                if case .failed(let failure) = outcome, failure.frame == nil { break }
            }
            try timeline?.end()
            if hasFace != nil { tally.films += 1 }
            if conditions.contains(.noFace), hasFace == false { isMet = true }
        }
    }

    /// Scores pictures, on several threads.
    private func score(
        pictures batch: [PlannedInput], _ writer: inout any ReportWriter,
        _ tally: inout OutcomeCounts, isMet: inout Bool
    ) throws(CommandError) {
        let (recognizer, pictures) = (recognizer, pictures)
        try PictureRunner(
            pictures: batch, jobs: jobs, errorStyle: errorStyle, showsProgress: showsProgress
        ).run(
            { Self.scored($0, by: recognizer, writing: pictures) },
            printsErrors: printsErrors(about:)
        ) { (scored) throws(CommandError) in
            tally.count(scored.outcome)
            tally.unwritten += scored.unwritten.count
            report?.add(scored.outcome, of: scored.item)
            try output.write(writer.text(of: scored.outcome, path: scored.item.path))
            emitDiagnostic(about: scored, isMet: &isMet)
        }
    }

    /// Scores a film, on this thread.
    private func score(
        film: PlannedInput, _ writer: inout any ReportWriter, _ tally: inout OutcomeCounts,
        isMet: inout Bool, _ progress: FilmProgress
    ) throws(CommandError) {
        let path = film.item.path
        var (hasFrame, hasFace) = (false, false)
        progress.begin(film.item)
        timeline?.begin(film)
        report?.begin(film.item)
        let ended = try films.run(of: film.item).run { () throws(CommandError) in
            try films.frames(of: film.item)
        } receive: { (frame) throws(CommandError) in
            var unwritten: [CommandError] = []
            if let found = frame.recognition, let number = found.report.frame {
                unwritten = pictures.write(found, stem: film.stem.appending(frame: number))
                if let error = overlay?.add(found, of: film.item.path) { unwritten.append(error) }
                hasFrame = true
                hasFace = hasFace || !found.report.faces.isEmpty
            }
            tally.count(frame.outcome)
            tally.unwritten += unwritten.count
            timeline?.add(frame.outcome)
            report?.add(frame.outcome, frame.recognition)
            let text = writer.text(of: frame.outcome, path: path)
            // If the records go to a file or pipe, the line remains visible.
            let mixes = !text.isEmpty && output.isTerminal
            if mixes { progress.clear() }
            try output.write(text)
            emitFailures(
                InputResult(item: film.item, outcome: frame.outcome, unwritten: unwritten),
                progress)
            if !mixes { progress.show(frame.outcome) }
        }
        progress.end()
        if let error = overlay?.finish() {
            tally.unwritten += 1
            Diagnostic(subject: nil, message: error.message).print(style: errorStyle)
        }
        try timeline?.end()
        if hasFrame { tally.films += 1 }
        tally.people += ended.people
        try output.write(writer.text(atEndOf: path))
        // A film counts as a picture without a face if no frame has one.
        if conditions.contains(.noFace), hasFrame, !hasFace {
            isMet = true
            Diagnostic(subject: path.display, message: "no face was found (--fail-on)")
                .print(style: errorStyle)
        }
    }

    /// Reads, scores and draws one input.
    private static func scored(
        _ input: PlannedInput, by recognizer: PictureRecognizer, writing pictures: ImageOutputs
    ) -> InputResult {
        let path = input.item.path
        do throws(CommandError) {
            let found = try recognizer.recognition(of: input.item)
            return InputResult(
                item: input.item, outcome: .scored(found.report),
                unwritten: pictures.write(found, stem: input.stem))
        } catch {
            let failure = FailureReport(
                path: path.text,
                error: FailureReport.Reason(code: error.name, message: error.message))
            return InputResult(item: input.item, outcome: .failed(failure), unwritten: [])
        }
    }

    /// Whether this input prints something on standard error.
    private func printsErrors(about scored: InputResult) -> Bool {
        guard scored.unwritten.isEmpty, case .scored(let report) = scored.outcome else {
            return true
        }
        return conditions.contains(.noFace) && report.faces.isEmpty
    }

    /// Reports problems of an input on standard error.
    private func emitDiagnostic(about scored: InputResult, isMet: inout Bool) {
        if case .scored(let report) = scored.outcome, conditions.contains(.noFace),
            report.faces.isEmpty
        {
            isMet = true
            Diagnostic(
                subject: scored.item.path.display, message: "no face was found (--fail-on)"
            )
            .print(style: errorStyle)
        }
        emitFailures(scored)
    }

    /// Reports failures to score or write on standard error.
    private func emitFailures(_ scored: InputResult, _ progress: FilmProgress? = nil) {
        if case .failed = scored.outcome { progress?.clear() }
        if !scored.unwritten.isEmpty { progress?.clear() }
        if case .failed(let report) = scored.outcome {
            let frame = report.frame.map { "frame \($0): " } ?? ""
            Diagnostic(subject: scored.item.path.display, message: frame + report.error.message)
                .print(style: errorStyle)
        }
        for error in scored.unwritten {
            Diagnostic(subject: nil, message: error.message).print(style: errorStyle)
        }
    }
}
