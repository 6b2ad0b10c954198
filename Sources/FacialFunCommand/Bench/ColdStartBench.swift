import ArgumentParser
import CommandSupport
import Evaluation
import FacialFunWire
import FoundationEssentials

/// Times whole new processes that score one picture each.
struct ColdStartBench {
    /// What came of it.
    struct Timing: Sendable {
        /// From before the start of each process to its end.
        var process = LatencyHistogram()
        /// The first picture of each process, its networks loaded: what ``BenchStage`` calls total.
        var firstCall = LatencyHistogram()
        /// The most memory that any of the processes had resident, in megabytes.
        var residentMegabytes = 0.0
        /// The processes' time of the processor, where it is held against the calibrating work.
        var calibrated: CalibratedTimes?
    }

    /// What is read of a new process's report.
    private struct Times: Decodable {
        let milliseconds: StageMilliseconds
    }

    /// The program's own file.
    let program: String
    /// How hard it searches.
    let search: SearchEffort
    /// A folder of models that a person named.
    let model: String?
    /// The pictures.
    let pictures: BenchImages
    /// What the times are held against; nil for what was measured alone.
    var calibration: CalibrationWorkload?

    /// Starts processes one after the other, each with the next picture.
    ///
    /// - Parameter count: How many.
    /// - Returns: A duration of each process and of its first picture.
    /// - Throws: ``CommandError`` when a process refuses its picture, ``CommandError`` when it cannot be
    ///   started or fails otherwise; it has then said on standard error why.
    func run(count: Int) throws -> Timing {
        // A start lasts as long as fifty of it: several give a mean over some of the time.
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
                    message: "\(file.display) cannot be timed: it cannot be scored.")
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
