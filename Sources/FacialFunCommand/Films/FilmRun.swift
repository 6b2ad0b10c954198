import CommandSupport
import FacialFun
import FacialFunWire

/// Scores the frames of a film, one after the other, with a record for each.
struct FilmRun {
    /// Result of a frame.
    ///
    /// A failure without a frame number is that of the film.
    struct FrameResult {
        /// The report or the failure.
        let outcome: InputOutcome
        /// The recognized faces; nil for a failure.
        let recognition: Recognition?
    }

    /// Result of a film.
    struct Ended {
        /// Number of people.
        let people: Int
    }

    /// The pipeline.
    let recognizer: EmotionRecognizer
    /// Search budget and optional outputs.
    let options: RecognitionOptions
    /// The film's path in the records.
    let path: InputPath

    /// Scores all frames.
    ///
    /// - Parameters:
    ///   - open: Starts reading the film; its error becomes a record.
    ///   - receive: Receives the result of each frame as soon as it is available.
    /// - Returns: The result of the film.
    /// - Throws: Errors of `receive`.
    func run(
        _ open: () throws(CommandError) -> any FrameSource,
        receive: (FrameResult) throws(CommandError) -> Void
    ) throws(CommandError) -> Ended {
        var frames: any FrameSource
        do throws(CommandError) {
            frames = try open()
        } catch {
            try receive(failure(error))
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
            try release(film, receive)
        }
        film.settle()
        try release(film, receive)
        if let fault { try receive(failure(fault)) }
        return Ended(people: film.peopleCount)
    }

    /// Delivers all frames whose results are final.
    private func release(
        _ film: FilmRecognizer, _ receive: (FrameResult) throws(CommandError) -> Void
    ) throws(CommandError) {
        while let record = film.next() {
            switch record {
            case .frame(let found):
                try receive(FrameResult(outcome: .scored(found.report), recognition: found))
            case .failure(let report):
                try receive(FrameResult(outcome: .failed(report), recognition: nil))
            }
        }
    }

    private func score(_ frame: SourceFrame, by film: FilmRecognizer) {
        let error: CommandError
        switch frame.picture {
        case .failure(let refusal): error = refusal
        case .success(let (image, orientation)):
            do throws(FacialFunError) {
                try film.recognize(image, atSeconds: frame.seconds, orientation: orientation)
                return
            } catch let fault {
                error = CommandError(fault, namesFlags: true)
            }
        }
        film.skip(report(error, at: frame.seconds))
    }

    private func failure(_ error: CommandError) -> FrameResult {
        FrameResult(outcome: .failed(report(error)), recognition: nil)
    }

    private func report(_ error: CommandError, at seconds: Double? = nil) -> FailureReport {
        var report = FailureReport(
            path: path.text,
            error: FailureReport.Reason(code: error.name, message: error.message))
        report.time = seconds
        return report
    }
}
