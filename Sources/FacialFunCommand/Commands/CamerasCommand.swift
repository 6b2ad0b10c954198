import ArgumentParser
import CommandSupport
import FacialFun
import FacialFunWire
import Glibc

/// `facialfun cameras`: the usable cameras, and the reasons why others are not.
struct CamerasCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cameras",
        abstract: "List the cameras, with the reason if a video device cannot be used.",
        discussion: """
            Lists each video device of this machine. A webcam often has a second device with data \
            about its pictures, but no pictures. Any of the listed names can be used for --camera.

            EXAMPLES
              facialfun cameras
              facialfun cameras --format json

            EXIT CODES
              0   at least one camera can be used
              1   no camera can be used
              3   output could not be written
              64  the command line is wrong
            """)

    /// Format of the list.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table
        case json
    }

    @Option(help: "How to print: \(Format.allValueStrings.joined(separator: ", ")).")
    var format = Format.table

    @OptionGroup var colors: ColorOptions

    func run() throws {
        try colors.run { _ in
            let cameras = CameraList.all()
            switch format {
            case .table:
                try StandardStreams.print(
                    CameraTable(cameras: cameras, style: colors.style(STDOUT_FILENO)).text)
            case .json:
                try StandardStreams.print(
                    JSONValue.array(cameras.map(\.json)).indentedText() + "\n")
            }
            return cameras.contains(where: \.isUsable) ? .success : ExitCodes.someInputsFailed
        }
    }
}
