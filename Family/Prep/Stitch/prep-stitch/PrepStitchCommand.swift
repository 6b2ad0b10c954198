import ArgumentParser
import Foundation
import HelpLayout

@main
struct PrepStitchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prep-stitch",
        abstract: "Stitch pictures into one equirectangular panorama.",
        discussion: """
            PHOTOS.json lists the pictures, with angles in degrees (yaw to the right, pitch up, roll \
            clockwise, fov horizontal):

              {"pictures": [{"file": "1.jpg", "yaw": 0, "pitch": 0, "roll": 0, "fov": 60}, …]}

            Files are relative to the list. Without an orientation a photo is placed by what it \
            shares with the others. "projection" may be "equirectangular" or "cylindrical", for \
            pictures of 360° cameras and panorama strips of phones.

            The result is one JSON line on standard output. Exit status: 0 if the panorama was \
            written, 1 on failure, 143 after SIGTERM; then no panorama is written.
            """
    )

    static func main() { runFittingHelp() }

    @Argument(help: ArgumentHelp("A JSON list of the pictures.", valueName: "PHOTOS.json"))
    var list: String

    @Option(name: .shortAndLong, help: "The JPEG file to write.")
    var output: String

    @Option(help: "Width of the panorama in pixels: 512 to 8192, a multiple of 512.")
    var width = 4096

    @Option(help: ArgumentHelp("Maximum memory, in MB of address space.", valueName: "MB"))
    var memoryLimit = 2048

    @Option(help: ArgumentHelp("Maximum run time, in seconds.", valueName: "seconds"))
    var timeLimit = 120.0

    @Flag(help: "Add the placement of a grid of points of each photo to the result.")
    var grid = false

    @Flag(help: "Report progress as JSON lines on standard output.")
    var progress = false

    func validate() throws {
        guard (512...8192).contains(width), width.isMultiple(of: 512) else {
            throw ValidationError("--width \(width): expected a multiple of 512 from 512 to 8192")
        }
        guard (64...65_536).contains(memoryLimit) else {
            throw ValidationError("--memory-limit \(memoryLimit): expected 64 to 65536")
        }
        guard timeLimit > 0, timeLimit <= 86_400 else {
            throw ValidationError("--time-limit \(timeLimit): expected more than 0, at most 86400")
        }
    }

    func run() throws {
        Interruption.observe()
        let limits = ResourceLimits(memoryMegabytes: memoryLimit, seconds: timeLimit)
        do {
            try limits.apply()
            let pictures = try PictureList(contentsOf: URL(fileURLWithPath: list)).pictures
            let stitcher = Stitcher(width: width, listsGrid: grid, limits: limits) { stage, done in
                if progress { printLine(ProgressEvent(stage: stage, done: done)) }
            }
            let panorama = try stitcher.stitch(pictures)
            do {
                try panorama.jpeg.write(to: URL(fileURLWithPath: output), options: .atomic)
            } catch {
                throw StitchingError.cannotWrite(output, error.localizedDescription)
            }
            printLine(panorama.report)
        } catch let failure as StitchingError {
            printLine(ErrorEvent(message: failure.description, file: failure.file))
            FileHandle.standardError.write(Data("prep-stitch: \(failure)\n".utf8))
            throw ExitCode(failure == .cancelled ? 143 : 1)
        }
    }
}

private struct ProgressEvent: Encodable {
    var event = "progress"
    var stage: String
    var done: Double
}

private struct ErrorEvent: Encodable {
    var event = "error"
    var message: String
    var file: String?
}

/// Writes a value as one line of JSON, unbuffered.
private func printLine(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let line = try? encoder.encode(value) else { return }  // Only non-finite numbers fail.
    FileHandle.standardOutput.write(line + Data("\n".utf8))
}
