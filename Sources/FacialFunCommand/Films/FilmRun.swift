import CommandSupport
import FacialFun
import FacialFunWire

/// Scores the frames of one film, one after the other: a record for each.
struct FilmRun {
    /// What came of a frame, or, as a failure without a number, of the film.
    struct Scored {
        /// The report or the failure.
        let outcome: Outcome
        /// What was recognized; nil of a failure.
        let recognition: Recognition?
    }

    /// What came of a film.
    struct Ended {
        /// How many people there were.
        let people: Int
    }

    /// The pipeline.
    let recognizer: EmotionRecognizer
    /// How hard to search, and what is wanted beside the scores.
    let options: RecognitionOptions
    /// The film's path as the records have it.
    let path: InputPath

    /// Scores all frames.
    ///
    /// - Parameters:
    ///   - open: Begins to read the film; what it throws is a record.
    ///   - handOver: Takes what came of each frame, as soon as it is there.
    /// - Returns: What came of the film.
    /// - Throws: What `handOver` throws.
    func run(
        _ open: () throws(CommandError) -> any FrameSource,
        handOver: (Scored) throws(CommandError) -> Void
    ) throws(CommandError) -> Ended {
        var frames: any FrameSource
        do throws(CommandError) {
            frames = try open()
        } catch {
            try handOver(failure(error))
            return Ended(people: 0)
        }
        let film = FilmRecognizer(
            recognizer, path: path.text, format: frames.format, options: options)
        var fault: CommandError?
        while true {
            let frame: SourceFrame
            do throws(CommandError) {
                guard let next = try frames.next() else { break }
                frame = next
            } catch {
                fault = error
                break
            }
            score(frame, by: film)
            try release(film, handOver)
        }
        film.settle()
        try release(film, handOver)
        if let fault { try handOver(failure(fault)) }
        return Ended(people: film.peopleCount)
    }

    /// Hands over all frames about which all is decided.
    private func release(
        _ film: FilmRecognizer, _ handOver: (Scored) throws(CommandError) -> Void
    ) throws(CommandError) {
        while let record = film.next() {
            switch record {
            case .frame(let found):
                try handOver(Scored(outcome: .scored(found.report), recognition: found))
            case .failure(let report):
                try handOver(Scored(outcome: .failed(report), recognition: nil))
            }
        }
    }

    private func score(_ frame: SourceFrame, by film: FilmRecognizer) {
        let error: CommandError
        switch frame.picture {
        case .failure(let refusal): error = refusal
        case .success(let (image, orientation)):
            do throws(ImageError) {
                try film.recognize(image, atSeconds: frame.seconds, orientation: orientation)
                return
            } catch let fault {
                error = CommandError(fault, namesFlags: true)
            }
        }
        film.skip(report(error, at: frame.seconds))
    }

    private func failure(_ error: CommandError) -> Scored {
        Scored(outcome: .failed(report(error)), recognition: nil)
    }

    private func report(_ error: CommandError, at seconds: Double? = nil) -> FailureReport {
        var report = FailureReport(
            path: path.text,
            error: FailureReport.Reason(code: error.name, message: error.message))
        report.time = seconds
        return report
    }
}
