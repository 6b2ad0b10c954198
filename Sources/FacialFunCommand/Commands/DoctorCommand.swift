import ArgumentParser
import CommandSupport
import FacialFunWire
import Glibc

/// `facialfun doctor`: checks the installation and names remedies.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check this installation, and name missing or damaged parts.",
        discussion: """
            Prints the version, the processor and its code path, and each network with its \
            version, license and checksum, which is compared with the file. The levels and hints \
            are read, too. Missing and damaged parts are named with the remedy.

            Then it lists the programs and libraries for films, WebP and HEIC, with the Debian \
            package of missing ones, and the largest pictures that this user's service accepts: \
            from the running service, or else from its systemd unit. If systemd starts the service \
            on demand, this starts it. Neither is needed to score JPEG and PNG.

            EXAMPLES
              facialfun doctor
              facialfun doctor --format json
              facialfun doctor --model /opt/facialfun/Models

            EXIT CODES
              0   images can be scored
              3   something is missing or damaged
              64  the command line is wrong
            """)

    /// Format of the report.
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
