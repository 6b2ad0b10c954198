import Evaluation
import FacialFun
import FacialFunWire

/// A run of the pipeline over labeled pictures.
///
/// The result does not depend on the number of threads.
package struct EvaluationRun {
    /// The pictures, in the order of the result.
    package let pictures: [LabeledImage]
    /// The pipeline.
    package let judge: any EvaluationPipeline
    /// Reads the bytes.
    package let reader: InputReader
    /// Number of threads.
    package let jobs: Int
    /// Capabilities of stderr.
    package let errorStyle: TerminalStyle

    /// Makes a run.
    package init(
        pictures: [LabeledImage], judge: any EvaluationPipeline, reader: InputReader, jobs: Int,
        errorStyle: TerminalStyle
    ) {
        self.pictures = pictures
        self.judge = judge
        self.reader = reader
        self.jobs = jobs
        self.errorStyle = errorStyle
    }

    /// Judges all pictures; unreadable ones are named on standard error.
    package func judged() -> [EvaluatedImage] {
        let (judge, reader) = (judge, reader)
        var all: [EvaluatedImage] = []
        all.reserveCapacity(pictures.count)
        PictureRunner(pictures: pictures, jobs: jobs, errorStyle: errorStyle).run(
            { Self.judged($0, by: judge, reader: reader) },
            printsErrors: { $0.unreadable != nil }
        ) { judged in
            if let reason = judged.unreadable {
                Diagnostic(subject: judged.picture.item.path.display, message: reason.message)
                    .print(style: errorStyle)
            }
            all.append(judged)
        }
        return all
    }

    private static func judged(
        _ picture: LabeledImage, by judge: any EvaluationPipeline, reader: InputReader
    ) -> EvaluatedImage {
        EvaluatedImage(
            picture: picture,
            answer: Result { () throws(CommandError) in
                let bytes = try reader.read(picture.item)
                do throws(FacialFunError) {
                    return try judge.answer(bytes)
                } catch {
                    throw CommandError(code: .refused(error.code), message: error.message)
                }
            })
    }
}
