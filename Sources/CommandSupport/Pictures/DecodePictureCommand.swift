package import ArgumentParser
import CFacialFun
import FacialFun
import Glibc

/// Hidden command that decodes a picture in a separate process, with a library that may crash: the
/// file on stdin, a PNG on stdout.
///
/// The parent limits the memory of the process, and the process limits its CPU time. It opens no
/// file except the library, and writes none.
package struct DecodePictureCommand: ParsableCommand {
    /// Configuration of the command.
    package static let configuration = CommandConfiguration(
        commandName: "decode-picture", abstract: "Decode a picture for another process.",
        shouldDisplay: false, helpNames: [])

    /// CPU time in seconds.
    private static let maxSeconds: UInt32 = 60

    @Argument var format: String
    @Argument var maxBytes: Int
    @Argument var maxPixels: Int

    /// Creates the command.
    package init() {}

    /// Rejects arguments that this program never passes.
    package func validate() throws {
        guard maxBytes > 0, maxPixels > 0 else {
            throw ValidationError("The limits must be above 0.")
        }
    }

    /// Decodes the picture; the exit code is the result.
    package func run() throws {
        guard let format = OptionalFormat(rawValue: format) else {
            throw ValidationError("Unknown format.")
        }
        facialfun_limit_processor_time(Self.maxSeconds)
        let bytes: [UInt8]
        do throws(CommandError) {
            bytes = try InputReader(maxBytes: maxBytes).read(.standardInput)
        } catch {
            throw ExitCodes.unfit
        }
        let (status, picture) = format.decode(bytes, maxPixels: maxPixels)
        guard status == .ok, let pixels = picture.pixels else {
            var message = picture.message
            let words = withUnsafeBytes(of: &message) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            StandardStreams.emitDiagnostic(words)
            throw ExitCode(ForeignPicture.exitCode(of: status))
        }
        let count = Int(picture.width) * Int(picture.height) * 3
        let image = Image(width: Int(picture.width), height: Int(picture.height)) { target in
            _ = target.update(fromContentsOf: UnsafeBufferPointer(start: pixels, count: count))
        }
        free(pixels)
        do {
            let png = try PNGEncoder().encode(image)
            let exif = format == .webp ? PictureMetadata.exif(inWebP: bytes) : nil
            try StandardStreams.write(
                exif.map { PictureMetadata.inserted($0, intoPNG: png) } ?? png,
                to: STDOUT_FILENO, name: "standard output")
        } catch {
            throw ExitCode(ForeignPicture.exitCode(of: .out_of_memory))
        }
    }
}
