import ArgumentParser
import CommandSupport
import FacialFun
import Glibc

/// `facialfun watch`: scores a live camera.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Score a live camera, or play an attempt in front of it.",
        discussion: """
            Shows the scores of the face in front of the camera, the number of scored frames per \
            second, and the delay from a frame's capture to its scores. If the camera is faster \
            than the scoring, the newest frame is scored. If the camera is unplugged, the program \
            waits for it. Nothing is stored without --record.

            EXAMPLES
              facialfun watch
              facialfun watch --camera "HD Webcam" --size 1280x720 --mirror
              facialfun watch --target happiness --level 2
              facialfun watch --format jsonl --seconds 10 > scores.jsonl

            FORMATS
              table  for people: bars in place; without a terminal a line per second
              jsonl  a record for each scored frame, by live-event.schema.json

            SIGINT (Ctrl-C), SIGTERM and SIGHUP end it.

            EXIT CODES
              0   it ended, or was stopped by a signal
              1   the baseline cannot be used
              3   no camera is available, a model or the levels are missing or damaged, or
                  output could not be written
              10  with --exit-code: the face does not match yet
              11  with --exit-code: nothing could be judged
              64  the command line is wrong
              141 the reader of the output has closed it
            """)

    @OptionGroup var options: WatchOptions
    @OptionGroup var cameraOptions: CameraOptions
    @OptionGroup var shared: SharedOptions

    func run() throws {
        let signals = StopSignals.blocked()
        try shared.run { _ in
            do {
                return try WatchRun(
                    options: options, capture: cameraOptions.capture, shared: shared,
                    signals: signals
                ).run()
            } catch let error as FacialFunError {
                throw CommandError(
                    code: .unfit, message: error.message, cause: error.errorNumber)
            } catch let error as CommandError where error.code == .output && error.cause == EPIPE {
                // The reader has exited, which is not a failure of this program.
                return ExitCodes.readerGone
            }
        }
    }
}
