import CommandSupport
import Evaluation
import FacialFun
import FacialFunWire

/// Times the stages of pictures in a running process, one picture after the other.
struct FrameBench {
    /// What came of it.
    struct Timing: Sendable {
        /// The durations of each stage of ``BenchStage/all``.
        let stages: [LatencyHistogram]
        /// How many faces one round over the pictures has.
        let facesPerRound: Int
        /// The whole frames' time of the processor, where it is held against the calibrating work.
        let calibrated: CalibratedTimes?

        /// The durations of the whole frame.
        var total: LatencyHistogram { stages[stages.count - 1] }
    }

    /// The pipeline.
    let recognizer: PictureRecognizer
    /// The pictures.
    let pictures: BenchImages
    /// How often each picture is timed.
    let rounds: Int
    /// What the times are held against; nil for what was measured alone.
    var calibration: CalibrationWorkload?

    /// Times all pictures in turn, again and again; a first round, in which memory and caches fill,
    /// does not count.
    ///
    /// - Throws: ``CommandError`` for a picture that cannot be read.
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
