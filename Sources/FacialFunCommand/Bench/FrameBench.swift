import CommandSupport
import Evaluation
import FacialFun
import FacialFunWire

/// Measures the stages of pictures in the running process, one picture after the other.
struct FrameBench {
    /// Results of the measurement.
    struct Timing: Sendable {
        /// The durations of each stage of ``BenchStage/all``.
        let stages: [LatencyHistogram]
        /// Number of faces in one round over the pictures.
        let facesPerRound: Int
        /// CPU times of whole frames relative to the calibration work, if requested.
        let calibrated: CalibratedTimes?

        /// The durations of the whole frame.
        var total: LatencyHistogram { stages[stages.count - 1] }
    }

    /// The pipeline.
    let recognizer: PictureRecognizer
    /// The pictures.
    let pictures: BenchImages
    /// Number of measurements per picture.
    let rounds: Int
    /// The calibration work; nil without calibration.
    var calibration: CalibrationWorkload?

    /// Measures all pictures in turn, repeatedly.
    ///
    /// A first round, which fills memory and caches, does not count.
    ///
    /// - Throws: ``CommandError`` for an unreadable picture.
    func run() throws(CommandError) -> Timing {
        var facesPerRound = 0
        for file in pictures.files { facesPerRound += try frame(file).report.faces.count }
        var calibrated = calibration.map { work in CalibratedTimes { work.milliseconds() } }
        var histograms = BenchStage.all.map { _ in LatencyHistogram() }
        for _ in 0..<rounds {
            for file in pictures.files {
                let frame = try frame(file)
                calibrated?.record(processorMilliseconds: frame.processorMilliseconds)
                for (index, stage) in BenchStage.all.enumerated() {
                    histograms[index].record(milliseconds: stage.time(frame.report.milliseconds))
                }
            }
        }
        return Timing(stages: histograms, facesPerRound: facesPerRound, calibrated: calibrated)
    }

    private func frame(
        _ file: InputPath
    ) throws(CommandError) -> (report: ImageReport, processorMilliseconds: Double) {
        let bytes = try pictures.bytes(of: file)
        let start = ProcessorTime.milliseconds
        do throws(CommandError) {
            let report = try recognizer.recognition(of: bytes, path: file).report
            return (report, ProcessorTime.milliseconds - start)
        } catch {
            throw CommandError(code: error.code, message: "\(file.display): \(error.message)")
        }
    }
}
