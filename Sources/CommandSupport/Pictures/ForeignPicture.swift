import CFacialFun
import FacialFun
import FacialFunWire
import Films
import Glibc

/// Converts a WebP or HEIC file to PNG in a separate process of this program, which a damaged file
/// may crash without harm.
struct ForeignPicture {
    /// Address space of the process in addition to that for the picture.
    private static let baseMemory = 1 << 30

    /// The format.
    let format: OptionalFormat
    /// The program with ``DecodePictureCommand``.
    var program = ExternalProgram(path: "/proc/self/exe")
    /// The arguments for that command.
    var words = ["decode-picture"]

    /// Maximum run time of the process in seconds, longer than its CPU time limit.
    var maxSeconds = 120.0

    /// Decodes a file.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - limits: Resource limits.
    /// - Returns: The same picture as a PNG file.
    /// - Throws: The same errors as for other pictures; `unsupportedFormat` with the remedy if the
    ///   library is not installed; `stopped` if the process did not end in time.
    func png(of bytes: [UInt8], limits: DecodeLimits) throws(FacialFunError) -> [UInt8] {
        guard bytes.count <= limits.maxFileBytes else {
            throw FacialFunError(
                code: .tooManyBytes,
                message: "The file has \(bytes.count) bytes; the limit is \(limits.maxFileBytes). "
                    + "Save it smaller.")
        }
        let words =
            words + [format.rawValue, "\(limits.maxFileBytes)", "\(limits.maxPixels)"]
        let end: End
        do throws(FacialFunError) {
            let input = try Self.file(of: bytes)
            defer { close(input) }
            let running = try RunningProgram(
                program, words.map { Array($0.utf8) }, input: input,
                maxMemory: Self.baseMemory + limits.maxPixels * 24, maxSilence: maxSeconds,
                maxSeconds: maxSeconds)
            let output = try Self.readAll(running, limit: limits.maxPixels * 4)
            end = End(code: running.end(), output: output, complaint: running.complaint)
        } catch  where error.code == .timedOut {
            throw FacialFunError(
                code: .stopped,
                message: "The \(format.name) decoder did not end within "
                    + "\(Int(maxSeconds.rounded(.up))) seconds and was stopped. Try the file again, or "
                    + "convert it to JPEG or PNG.",
                cause: error.cause)
        } catch {
            throw FacialFunError(code: .outOfMemory, message: error.message, cause: error.cause)
        }
        return try png(after: end, limits: limits)
    }

    /// End of the process.
    struct End {
        /// Exit code by ``RunningProgram/end()``.
        var code: Int32
        /// Output of the process.
        var output: [UInt8]
        /// Error output in one line.
        var complaint: String?
    }

    /// The picture in the output of the process, which is not trusted and decoded like any other
    /// PNG.
    ///
    /// - Throws: The fault of the file.
    func png(after end: End, limits: DecodeLimits) throws(FacialFunError) -> [UInt8] {
        guard end.code == 0 else { throw error(end.code, end.complaint, limits) }
        guard ImageFormat(firstBytes: end.output) == .png else {
            throw error(Self.exitCode(of: .damaged), end.complaint, limits)
        }
        return end.output
    }

    /// Exit code of the process.
    static func exitCode(of status: facialfun_optional_status) -> Int32 {
        100 + Int32(status.rawValue)
    }

    private func error(_ code: Int32, _ complaint: String?, _ limits: DecodeLimits)
        -> FacialFunError
    {
        switch code {
        case Self.exitCode(of: .missing):
            FacialFunError(
                code: .unsupportedFormat,
                message: "\(format.name) files need "
                    + "\(format.library.name), which is not installed. Install it "
                    + "(apt-get install \(format.library.package)), or convert it to JPEG or PNG.")
        case Self.exitCode(of: .animated):
            FacialFunError(
                code: .unsupportedFormat,
                message: "This is an animated \(format.name) file. Save a single frame.")
        case Self.exitCode(of: .too_many_pixels):
            FacialFunError(
                code: .tooManyPixels,
                message: "The picture declares more than \(limits.maxPixels) pixels. Scale it down."
            )
        case Self.exitCode(of: .out_of_memory):
            FacialFunError(
                code: .outOfMemory,
                message: "Not enough memory to decode the \(format.name). Close other programs or "
                    + "use a smaller picture.")
        default:
            FacialFunError(
                code: .corrupt,
                message: "The \(format.name) file is damaged. Copy it or save it again.",
                cause: complaint)
        }
    }

    /// An anonymous file that contains the bytes, positioned at its start.
    private static func file(of bytes: [UInt8]) throws(FacialFunError) -> Int32 {
        let file = facialfun_anonymous_file("picture")
        guard file >= 0 else {
            throw FacialFunError(
                code: .system, message: "Cannot pass the picture to the decoder: \(Errno.current).")
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = Errno.current
                close(file)
                throw FacialFunError(
                    code: .system, message: "Cannot pass the picture to the decoder: \(failure).")
            }
            rest = rest.dropFirst(count)
        }
        lseek(file, 0, SEEK_SET)
        return file
    }

    private static func readAll(
        _ program: RunningProgram, limit: Int
    ) throws(FacialFunError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        while true {
            var count = 0
            var failure: FacialFunError?
            buffer.withUnsafeMutableBytes { memory in
                do throws(FacialFunError) {
                    count = try program.read(into: memory)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit + (1 << 20) else {
                throw FacialFunError(code: .tooLarge, message: "The picture is too large.")
            }
        }
    }
}
