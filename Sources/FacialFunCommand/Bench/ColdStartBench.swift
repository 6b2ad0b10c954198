import ArgumentParser
import CommandSupport
import Evaluation
import FacialFunWire
import FoundationEssentials

/// Measures new processes that score one picture each.
struct ColdStartBench {
    /// Results of the measurement.
    struct Timing: Sendable {
        /// Time from before the start of each process to its end.
        var process = LatencyHistogram()
        /// Time of the first picture in each process, with loaded networks: the total of
        /// ``BenchStage``.
        var firstCall = LatencyHistogram()
        /// Peak resident memory of any of the processes, in megabytes.
        var residentMegabytes = 0.0
        /// CPU times of the processes relative to the calibration work, if requested.
        var calibrated: CalibratedTimes?
    }

    /// The parsed part of a new process's report.
    private struct Times: Decodable {
        let milliseconds: StageMilliseconds
    }

    /// The program's own file.
    let program: String
    /// Search budget.
    let search: SearchEffort
    /// The user's folder of models.
    let model: String?
    /// The pictures.
    let pictures: BenchImages
    /// The calibration work; nil without calibration.
    var calibration: CalibrationWorkload?

    /// Runs processes one after the other, each with the next picture.
    ///
    /// - Parameter count: Number of processes.
    /// - Returns: The durations of each process and of its first picture.
    /// - Throws: ``CommandError`` if a process rejects its picture, cannot be started or fails
    ///   otherwise; the process has then reported the reason on standard error.
    func run(count: Int) throws -> Timing {
        // A process takes fifty times as long as the calibration work, so the mean of several runs
        // of that work is used.
        var timing = Timing(
            calibrated: calibration.map { work in CalibratedTimes { work.milliseconds(times: 5) } })
        for index in 0..<count {
            let file = pictures.files[index % pictures.files.count]
            let ended = try ChildProcess.run(program, arguments(file))
            switch ended.exitCode {
            case 0?: break
            case ExitCodes.someInputsFailed.rawValue?:
                throw CommandError(
                    code: .unfitInput,
                    message: "\(file.display) cannot be timed, because it cannot be scored.")
            case let code:
                let how = code.map { "ended with exit code \($0)" } ?? "died by a signal"
                throw CommandError(
                    code: .unfit, message: "A new process for \(file.display) \(how).")
            }
            timing.process.record(milliseconds: ended.duration.milliseconds)
            timing.calibrated?.record(processorMilliseconds: ended.processorMilliseconds)
            timing.firstCall.record(milliseconds: try firstCall(ended.output, file))
            timing.residentMegabytes = max(timing.residentMegabytes, ended.residentMegabytes)
        }
        return timing
    }

    private func arguments(_ file: InputPath) -> [[UInt8]] {
        var words = ["score", "--format", "jsonl", "--jobs", "1", "--search", search.rawValue]
        if let model { words += ["--model", model] }
        return (words + ["--"]).map { Array($0.utf8) } + [file.bytes]
    }

    private func firstCall(_ output: [UInt8], _ file: InputPath) throws(CommandError) -> Double {
        do {
            return try JSONDecoder().decode(Times.self, from: Data(output)).milliseconds.total
        } catch {
            throw CommandError(
                code: .unfit,
                message: "A new process for \(file.display) printed no report: \(error).")
        }
    }
}
