import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunWire
import Glibc
import NeuralNetwork

/// A run of `facialfun watch`: camera, scoring and display, until one of them ends.
struct WatchRun {
    let options: WatchOptions
    let capture: CaptureOptions
    let shared: SharedOptions
    let signals: StopSignals

    /// Interval in milliseconds for checking for the end while no frame arrives.
    private static let pause = 200

    /// Watches the camera.
    ///
    /// - Returns: The exit code of the run.
    /// - Throws: ``CommandError``, and the camera's `FacialFunError`.
    func run() throws -> ExitCode {
        var arguments = RawArguments.ofProcess()
        var recorder = try recorder(&arguments)
        let recognizer = try RecognizerFactory.recognizer(model: shared.model, limits: .commandLine)
        var live = try liveOptions(recognizer, &arguments)
        live.keepsAttemptEvents = recorder != nil
        if let plan = live.attempt?.plan {
            try recorder?.begin(AttemptRecord(model: recognizer.model, plan: plan))
        }
        let stream = try CameraStream(CameraSelector(options.camera), options: capture)
        endOnSignals(stream)
        var view = view(
            of: stream, plan: live.attempt?.plan, hasClasses: !recognizer.classNames.isEmpty)
        let scorer = LiveScorer(stream: stream, recognizer: recognizer, options: live)
        var status: AttemptStatus?
        do throws(CommandError) {
            try StandardStreams.print(
                view.opening(camera: stream.camera, mode: stream.mode, model: recognizer.model))
            status = try watch(scorer, &view, &recorder)
            try StandardStreams.print(view.closing(scorer.counters))
        } catch {
            stream.close()
            // Restores the cursor even if writing the rest failed.
            StandardStreams.restoreTerminal()
            throw error
        }
        stream.close()
        guard options.exitCode, let status else { return .success }
        return ExitCodes.code(of: status.verdict)
    }

    /// Shows events until the end; returns the last status of the attempt.
    private func watch(
        _ scorer: LiveScorer, _ view: inout any LiveView, _ recorder: inout FrameRecorder?
    ) throws(CommandError) -> AttemptStatus? {
        let start = MonotonicClock.milliseconds
        let end = options.seconds.map { start + $0 * 1000 } ?? .infinity
        var status: AttemptStatus?
        while true {
            let rest = end - MonotonicClock.milliseconds
            guard rest > 0 else { return status }
            let event = scorer.next(within: Int(min(Double(Self.pause), rest.rounded(.up))))
            try recorder?.record(event, happened: scorer.takeAttemptEvents())
            try StandardStreams.print(view.text(of: event, counters: scorer.counters))
            switch event {
            case .closed: return status
            case .frame(let frame):
                status = frame.attempt ?? status
                if let limit = options.frames, frame.number >= limit { return status }
            case .quiet(let new):
                status = new ?? status
                try StandardStreams.checkReader()
            case .away, .back: break
            }
            if let status, status.isFinal {
                try recorder?.end(status)
                return status
            }
        }
    }

    /// Starts a thread that closes the stream on a signal, which ends the loop.
    private func endOnSignals(_ stream: CameraStream) {
        let signals = signals
        do throws(Errno) {
            _ = try SystemThread {
                _ = signals.wait()
                // A second signal ends the process at once.
                signals.unblock()
                stream.close()
            }
        } catch {
            // If the thread cannot be started, the signals keep their default effect.
            signals.unblock()
        }
    }

    private func liveOptions(
        _ recognizer: EmotionRecognizer, _ arguments: inout RawArguments
    ) throws -> LiveOptions {
        var live = LiveOptions()
        live.budget = options.search.budget
        live.workers = Processors.available
        let movements =
            options.movements ? try RecognizerFactory.movementEstimator(of: recognizer) : nil
        live.movements = { movements }
        guard let target = options.target, let level = options.level else { return live }
        let own = options.levels.map { arguments.path($0) }
        let files = try RuleFiles.load(
            own: own, directory: RuleFiles.directory(model: shared.model))
        try files.check(recognizer)
        let pictures = PictureRecognizer(
            recognizer: recognizer,
            options: RecognitionOptions(budget: .commandLine, movements: movements))
        live.baseline = try pictures.baseline(
            of: options.baseline.map { InputItem.file(arguments.path($0)) })
        live.attempt = Attempt(
            plan: AttemptPlan(
                target: target, level: level,
                timeLimitMilliseconds: options.timeLimit.map { $0 * 1000 }),
            levels: files.levels, hints: files.hints)
        return live
    }

    private func recorder(_ arguments: inout RawArguments) throws -> FrameRecorder? {
        guard let folder = options.record else { return nil }
        return try FrameRecorder(
            folder: arguments.path(folder), errorStyle: shared.style(STDERR_FILENO))
    }

    private func view(
        of stream: CameraStream, plan: AttemptPlan?, hasClasses: Bool
    ) -> any LiveView {
        let style = shared.style(STDOUT_FILENO)
        let errorStyle = shared.style(STDERR_FILENO)
        switch options.format {
        case .jsonl: return JSONLinesView(plan: plan, errorStyle: errorStyle)
        case .table:
            let panel = LivePanel(plan: plan, style: style, hasClasses: hasClasses)
            return StandardStreams.isTerminal(STDOUT_FILENO)
                ? ScreenView(panel: panel)
                : LineView(panel: panel, errorStyle: errorStyle)
        }
    }
}
