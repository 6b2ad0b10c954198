import ArgumentParser
import CommandSupport
import FacialFun
import Glibc

/// `facialfun watch`: scores a live camera.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Score a live camera, or play an attempt before it.",
        discussion: """
            Shows the scores of the face before the camera, how many frames a second are scored, and \
            how long after it was taken a frame's scores are there. Of a camera that is quicker than \
            the scoring the newest frame is taken. A camera that is unplugged is waited for. Nothing \
            is kept, unless --record asks for it.

            EXAMPLES
              facialfun watch
              facialfun watch --camera "HD Webcam" --size 1280x720 --mirror
              facialfun watch --target happiness --level 2
              facialfun watch --format jsonl --seconds 10 > scores.jsonl

            FORMATS
              table  for people: bars that stay where they are; without a terminal a line a second
              jsonl  a record for each scored frame, by live-event.schema.json

            SIGINT (Ctrl-C), SIGTERM and SIGHUP end it.

            EXIT CODES
              0   it came to its end, or was told to stop
              1   the baseline is not fit
              3   no camera is available, a model or the levels are missing or damaged, or
                  output could not be written
              10  with --exit-code: the face does not match yet
              11  with --exit-code: nothing could be judged
              64  the command line is wrong
              141 whoever read the output has gone
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
            } catch let error as CameraError {
                throw CommandError(code: .unfit, message: error.message, cause: error.cause)
            } catch let error as CommandError where error.code == .output && error.cause == EPIPE {
                // A reader that has gone has had what it wanted.
                return ExitCodes.readerGone
            }
        }
    }
}
