import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunWire
import Glibc
import NeuralNetwork

/// `facialfun bench`: duration of each stage on this machine.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Time every stage on this machine.",
        discussion: """
            Without a path the sample faces of the package are timed. First, new processes are \
            started (cold start), each of which scores one picture (first call). Then, in this \
            process and on one thread, the pictures are scored in turn several times, from their \
            bytes to their scores. Reading a file is only part of the cold start. p50 is the median \
            of the durations, and p99 their 99th percentile.

            EXAMPLES
              facialfun bench
              facialfun bench photo.jpg --rounds 500 --search thorough
              facialfun bench --format json > bench.json
              facialfun bench --limit-ms 25 --cold-limit-ms 80 --percentile 99
              facialfun bench --calibrated-limit 6.6@50 --calibrated-limit 25@99

            EXIT CODES
              0   everything was timed, and no limit was exceeded
              1   a limit was exceeded, or a picture could not be read
              3   a model is missing or damaged, or output could not be written
              64  the command line is wrong
            """)

    @Argument(help: ArgumentHelp("Files and folders.", valueName: "path"), completion: .file())
    var paths: [String] = []

    @OptionGroup var options: BenchOptions
    @OptionGroup var shared: SharedOptions

    func validate() throws {
        if paths.contains("-") {
            throw ValidationError("Standard input can be read only once: give a file.")
        }
        if paths.contains("") {
            throw ValidationError("A path is empty: is a variable unset?")
        }
    }

    func run() throws {
        try shared.run { errorStyle in
            let report = try measured()
            switch options.format {
            case .table: try StandardStreams.print(report.text(style: shared.style(STDOUT_FILENO)))
            case .json: try StandardStreams.print(report.json.indentedText() + "\n")
            }
            let passed = report.verdicts.filter { !$0.isMet }
            for verdict in passed {
                Diagnostic(subject: nil, message: verdict.sentence).print(style: errorStyle)
            }
            return passed.isEmpty ? .success : ExitCodes.someInputsFailed
        }
    }

    private func measured() throws -> BenchReport {
        var arguments = RawArguments.ofProcess()
        let pictures = try BenchImages(paths.map { arguments.path($0) })
        let recognition = RecognitionOptions(budget: options.search.budget)
        // New processes are timed before the networks are loaded, while this process is still
        // smaller than they are.
        let path = try Self.cpuPath()
        let calibration = options.isCalibrated ? CalibrationWorkload(path) : nil
        let coldStart = try coldStarts(pictures, calibration)
        let recognizer = try RecognizerFactory.recognizer(model: shared.model, limits: .commandLine)
        let frame = try FrameBench(
            recognizer: PictureRecognizer(recognizer: recognizer, options: recognition),
            pictures: pictures,
            rounds: options.rounds, calibration: calibration
        ).run()
        return BenchReport(
            processor: Processors.name, processors: Processors.available,
            cpuPath: path.rawValue, sources: pictures.sources,
            pictures: pictures.files.count, rounds: options.rounds, search: options.search,
            coldStart: coldStart, frame: frame,
            verdicts: options.verdicts(frame: frame, coldStart: coldStart))
    }

    private func coldStarts(
        _ pictures: BenchImages, _ calibration: CalibrationWorkload?
    ) throws -> ColdStartBench.Timing? {
        guard options.coldStarts > 0 else { return nil }
        // Reports an unreadable picture before a new process fails because of it.
        for file in pictures.files.prefix(options.coldStarts) { _ = try pictures.bytes(of: file) }
        return try ColdStartBench(
            program: Executable.path, search: options.search, model: shared.model,
            pictures: pictures, calibration: calibration
        ).run(count: options.coldStarts)
    }

    private static func cpuPath() throws(CommandError) -> CPUPath {
        do throws(NetworkError) {
            return try CPUPath.selected()
        } catch {
            throw CommandError(code: .unfit, message: error.message)
        }
    }
}
