import EmotionRecognition
import Emotions
import Evaluation
import FaceImaging

/// Times the stages of pictures in a running process, one picture after the other.
struct FrameBench {
    /// What came of it.
    struct Timing: Sendable {
        /// The durations of each stage of ``BenchStage/all``.
        let stages: [LatencyHistogram]
        /// How many faces one round over the pictures has.
        let facesPerRound: Int

        /// The durations of the whole frame.
        var total: LatencyHistogram { stages[stages.count - 1] }
    }

    /// The pipeline.
    let recognizer: EmotionRecognizer
    /// How hard it searches.
    let options: RecognitionOptions
    /// The pictures.
    let pictures: BenchPictures
    /// How often each picture is timed.
    let rounds: Int

    /// Times all pictures in turn, again and again; a first round, in which memory and caches fill,
    /// does not count.
    ///
    /// - Throws: ``BenchError`` for a picture that cannot be read.
    func run() throws(BenchError) -> Timing {
        var facesPerRound = 0
        for file in pictures.files { facesPerRound += try report(of: file).faces.count }
        var histograms = BenchStage.all.map { _ in LatencyHistogram() }
        for _ in 0..<rounds {
            for file in pictures.files {
                let times = try report(of: file).milliseconds
                for (index, stage) in BenchStage.all.enumerated() {
                    histograms[index].record(milliseconds: stage.time(times))
                }
            }
        }
        return Timing(stages: histograms, facesPerRound: facesPerRound)
    }

    private func report(of file: InputPath) throws(BenchError) -> ImageReport {
        let bytes = try pictures.bytes(of: file)
        do throws(ImageError) {
            return try recognizer.recognize(bytes, path: file.text, options: options).report
        } catch {
            throw BenchError(message: "\(file.display): \(Recognizing.reason(of: error).message)")
        }
    }
}
