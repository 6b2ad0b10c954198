import ArgumentParser
import CommandSupport
import FacialFunWire
import Glibc

/// `facialfun doctor`: is this installation fit, and if not, what is the remedy.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say whether this installation is fit, and what is missing.",
        discussion: """
            Prints the version, the processor and the code path that it gets, and each network with \
            its version, licence and checksum, which is compared with the file. The levels \
            and hints are read, too. What is missing or damaged is named with the remedy.

            Then it says which programs and libraries are installed that read films, WebP and HEIC, \
            with the Debian package of those that are not; and how large the pictures are that this \
            user's service scores: as the service says it where one runs, else as its systemd unit \
            does. A service that systemd starts when it is asked is started by this. Neither is \
            needed to score JPEG and PNG.

            EXAMPLES
              facialfun doctor
              facialfun doctor --format json
              facialfun doctor --model /opt/facialfun/Models

            EXIT CODES
              0   images can be scored
              3   something is missing or damaged
              64  the command line is wrong
            """)

    /// How the report is printed.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text
        case json
    }

    @Option(help: "How to print.")
    var format = Format.text

    @Option(
        help: ArgumentHelp(
            "The path of the service's socket (default: $XDG_RUNTIME_DIR/facialfun.sock).",
            valueName: "path"),
        completion: .file())
    var socket: String?

    @OptionGroup var shared: SharedOptions

    func validate() throws { try RawArguments.checkText(socket, of: "--socket") }

    func run() throws {
        let report = InstallationCheck(
            model: shared.model, environment: Environment.ofProcess(),
            executablePath: Executable.path, socket: socket
        ).report()
        try shared.run { _ in
            switch format {
            case .text: try StandardStreams.print(report.text(style: shared.style(STDOUT_FILENO)))
            case .json: try StandardStreams.print(report.json.indentedText() + "\n")
            }
            return report.isFit ? .success : ExitCodes.unfit
        }
    }
}
