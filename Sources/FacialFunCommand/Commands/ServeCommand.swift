import ArgumentParser
import CFacialFun
import CommandSupport
import FacialFun
import FacialFunServer
import Glibc

/// `facialfun serve`: runs the local service until a signal stops it.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Score pictures for other programs of this machine, over HTTP/1.1.",
        discussion: """
            Listens on a Unix domain socket: that of --socket, or else those passed by systemd, or \
            else $XDG_RUNTIME_DIR/facialfun.sock. Only users with write permission for the \
            socket's file can connect. --listen adds loopback TCP; other addresses are rejected.

            EXAMPLES
              facialfun serve
              facialfun serve --socket /run/face --mode 0660 --group play
              facialfun serve --listen 127.0.0.1:8600
              facialfun serve --demo
              facialfun serve --camera 0 --mirror
              facialfun serve --max-file-size 20MB --max-pixels 50MP
              S=$XDG_RUNTIME_DIR/facialfun.sock
              T=Content-Type:image/jpeg
              U=http://localhost/v1/score
              curl --unix-socket $S -H $T --data-binary @a.jpg $U

            SIGTERM, SIGINT and SIGHUP stop it after the running requests; a second one stops it at once.

            EXIT CODES
              0   it was stopped by a signal
              3   a model is missing or damaged, or a socket is not available
              64  the command line is wrong
              129, 130, 143  a second SIGHUP, SIGINT or SIGTERM ended it
            """)

    @OptionGroup var options: ServeOptions
    @OptionGroup var cameraOptions: CameraOptions
    @OptionGroup var shared: SharedOptions

    func validate() throws {
        let flags = cameraOptions.given
        if options.camera == nil, !flags.isEmpty {
            let them = flags.count == 1 ? "it" : "them"
            throw ValidationError(
                "\(flags.joined(separator: ", ")) requires a camera: add "
                    + "--camera, or omit \(them).")
        }
    }

    func run() throws {
        facialfun_set_malloc_thresholds()
        // Blocks the signals before any thread starts, so that only the main thread receives them.
        let signals = StopSignals.blocked()
        try shared.run { _ in
            do {
                try ServiceRun(
                    options: options, capture: cameraOptions.capture, model: shared.model,
                    signals: signals
                ).run()
            } catch let error as FacialFunError {
                throw CommandError(
                    code: .unfit, message: error.message, cause: error.errorNumber)
            }
            return .success
        }
    }
}
