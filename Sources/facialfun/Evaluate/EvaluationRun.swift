import Emotions
import Evaluation
import FaceImaging

/// One run of the pipeline over labelled pictures.
///
/// The result does not depend on how many threads work.
struct EvaluationRun {
    /// The pictures, in the order of the result.
    let pictures: [LabelledPicture]
    /// The pipeline.
    let judge: any Judging
    /// Reads the bytes.
    let reader: InputReader
    /// How many threads work.
    let jobs: Int
    /// What standard error can show.
    let errorStyle: TerminalStyle

    /// Judges all pictures; what cannot be read is named on standard error.
    func judged() -> [JudgedPicture] {
        var progress = ProgressBar(total: pictures.count, style: errorStyle)
        let (judge, reader) = (judge, reader)
        let pipeline = OrderedPipeline(pictures, workers: jobs) { picture in
            Self.judged(picture, by: judge, reader: reader)
        }
        var all: [JudgedPicture] = []
        all.reserveCapacity(pictures.count)
        while let judged = pipeline.next() {
            if case .failure(let error) = judged.answer {
                progress?.clear()
                Complaint(subject: judged.picture.item.path.display, message: error.message)
                    .print(style: errorStyle)
            }
            all.append(judged)
            progress?.show(done: all.count)
        }
        progress?.clear()
        return all
    }

    private static func judged(
        _ picture: LabelledPicture, by judge: any Judging, reader: InputReader
    ) -> JudgedPicture {
        func unreadable(_ message: String) -> JudgedPicture {
            JudgedPicture(
                picture: picture, answer: .failure(JudgedPicture.Unreadable(message: message)))
        }
        let bytes: [UInt8]
        do {
            bytes = try reader.read(picture.item)
        } catch {
            return unreadable(error.message)
        }
        do {
            return JudgedPicture(picture: picture, answer: .success(try judge.answer(bytes)))
        } catch {
            return unreadable(error.message)
        }
    }
}
