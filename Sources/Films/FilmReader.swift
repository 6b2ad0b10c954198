package import FacialFun
import FacialFunWire

/// Reads the frames of a film in order, using ffmpeg in a separate process.
///
/// ffmpeg turns frames upright, scales non-square pixels to their true shape, and reports the time
/// of each frame; the rate may vary. It gets this one file, may not open network addresses or
/// playlists of other files, and is killed when the reader is released. One frame is in memory at a
/// time. Not thread-safe.
package final class FilmReader {
    /// A frame of a film.
    package struct Frame: Sendable {
        /// The picture, upright; while it is in use the next frame allocates new memory.
        package let image: Image
        /// Display time in seconds from the film's beginning, to the millisecond.
        package let seconds: Double
    }

    /// The program that reads films.
    package static let programName = "ffmpeg"
    /// The program from the same package that reports their duration.
    private static let probeName = "ffprobe"
    /// Maximum address space, for four threads with several copies of 64-megapixel frames.
    private static let maxMemory = 8 << 30
    /// Maximum seconds without a frame.
    ///
    /// It is long because ffmpeg may have to decode many frames that are skipped.
    static let maxSilence = 120.0
    /// Additional seconds of silence allowed per second of the film between two frames.
    private static let maxSilenceOfSecond = 10.0
    /// Maximum seconds until a program prints its version.
    private static let maxVersionSeconds = 10.0
    /// The accepted formats; none of them refers to other files.
    static let formats =
        "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpeg,mpegts,mpegvideo,flv,asf,ogg,dv,h264,hevc,"
        + "ivf,mxf,nut"

    private let program: RunningProgram
    private let maxPixels: Int
    private var frames: MatroskaFrames
    private var memory = ReusableImage()
    /// Number of frames read.
    package private(set) var count = 0

    /// Starts reading a film.
    ///
    /// - Parameters:
    ///   - path: The path of its file, as bytes.
    ///   - framesPerSecond: Maximum number of frames per second, evenly spaced; nil for all frames.
    ///   - maxPixels: Maximum number of pixels of a frame.
    ///   - searchPath: Folders in which ffmpeg is searched, in the format of `PATH`.
    ///   - maxSilence: Maximum seconds without a frame; nil for two minutes or more, depending on
    ///     `framesPerSecond`.
    /// - Throws: `readerMissing`, `system`.
    package init(
        path: [UInt8], framesPerSecond: Double? = nil,
        maxPixels: Int = DecodeLimits.commandLine.maxPixels, searchPath: String? = nil,
        maxSilence: Double? = nil
    ) throws(FacialFunError) {
        let found = searchPath ?? ExternalProgram.searchPath
        guard let ffmpeg = ExternalProgram(named: Self.programName, in: found) else {
            throw FacialFunError(
                code: .readerMissing,
                message: "Reading films requires ffmpeg, which is not "
                    + "installed. Install it: apt-get install ffmpeg.")
        }
        let program = try RunningProgram(
            ffmpeg, Self.arguments(path, framesPerSecond, maxPixels), maxMemory: Self.maxMemory,
            maxSilence: maxSilence
                ?? Self.maxSilence
                + (framesPerSecond.map { Self.maxSilenceOfSecond / $0 } ?? 0))
        (self.program, self.maxPixels) = (program, maxPixels)
        frames = MatroskaFrames(
            ByteSource { (buffer) throws(FacialFunError) in try program.read(into: buffer) },
            maxPixels: maxPixels)
    }

    /// Version of a program that reads films, such as `5.1.6-0+deb12u1`; nil if unknown.
    package static func version(of program: ExternalProgram) -> String? {
        do throws(FacialFunError) {
            let running = try RunningProgram(
                program, [Array("-version".utf8)], maxMemory: maxMemory,
                maxSilence: maxVersionSeconds, maxSeconds: maxVersionSeconds)
            var source = ByteSource { (buffer) throws(FacialFunError) in
                try running.read(into: buffer)
            }
            var line: [UInt8] = []
            while line.count < 200, let byte = try source.next(), byte != UInt8(ascii: "\n") {
                line.append(byte)
            }
            // ffmpeg version 5.1.6-0+deb12u1 Copyright (c) 2000-2024 the FFmpeg developers
            let words = String(decoding: line, as: UTF8.self).splitUTF8(separator: " ")
            guard words.count > 2, words[0].hasSameUTF8(as: "ffmpeg"),
                words[1].hasSameUTF8(as: "version")
            else { return nil }
            return SafeText.escaped(String(words[2]))
        } catch {
            // Nil if the program cannot be started.
            return nil
        }
    }

    /// The duration of a film in seconds according to ffprobe; nil if it reports none, or is not
    /// installed.
    package static func duration(of path: [UInt8]) -> Double? {
        guard let probe = ExternalProgram(named: probeName, in: ExternalProgram.searchPath) else {
            return nil
        }
        let words = [
            "-v", "quiet", "-protocol_whitelist", "file", "-format_whitelist", formats,
            "-show_entries", "format=duration", "-of", "default=noprint_wrappers=1:nokey=1", "-i",
        ]
        do throws(FacialFunError) {
            let running = try RunningProgram(
                probe, words.map { Array($0.utf8) } + [Array("file:".utf8) + path],
                maxMemory: maxMemory, maxSilence: maxVersionSeconds, maxSeconds: maxVersionSeconds)
            var source = ByteSource { (buffer) throws(FacialFunError) in
                try running.read(into: buffer)
            }
            var line: [UInt8] = []
            while line.count < 40, let byte = try source.next(), byte != UInt8(ascii: "\n") {
                line.append(byte)
            }
            return Double(String(decoding: line, as: UTF8.self)).flatMap {
                $0.isFinite && $0 > 0 ? $0 : nil
            }
        } catch {
            // The duration is only used to estimate the remaining time.
            return nil
        }
    }

    /// The next frame; nil at the end.
    ///
    /// - Throws: `timedOut` if ffmpeg delivers nothing for too long. At the end: `tooLarge` if the
    ///   frames have too many pixels, `noPictures` if none was read for another reason, `damaged`
    ///   if ffmpeg reported errors. `tooLarge` and `damaged` for an unusable frame.
    package func next() throws(FacialFunError) -> Frame? {
        let found: (image: Image, milliseconds: Int)?
        do throws(FacialFunError) {
            found = try frames.next(into: &memory)
        } catch  where error.code == .damaged {
            throw FacialFunError(
                code: .damaged, message: error.message, cause: error.cause ?? program.complaint)
        }
        guard let (image, milliseconds) = found else {
            try checkEnd()
            return nil
        }
        count += 1
        return Frame(image: image, seconds: Double(milliseconds) / 1000)
    }

    private func checkEnd() throws(FacialFunError) {
        let code = program.end()
        let complaint = program.complaint
        if count == 0 {
            // The message of av_image_check_size2, which compares each frame with -max_pixels.
            if let complaint, complaint.containsUTF8("exceeds specified max pixel count") {
                throw FacialFunError(
                    code: .tooLarge,
                    message: "The frames have more pixels than the limit of \(maxPixels). "
                        + "Scale the film down.",
                    cause: complaint)
            }
            throw FacialFunError(
                code: .noPictures,
                message: "ffmpeg found no pictures. Is it a film, and was it copied completely?",
                cause: complaint)
        }
        guard code != 0 || complaint != nil else { return }
        throw FacialFunError(
            code: .damaged,
            message: "Part of the film could not be read; the rest was scored. "
                + "Was it copied completely?",
            cause: complaint ?? "ffmpeg ended with \(code)")
    }

    private static func arguments(
        _ path: [UInt8], _ framesPerSecond: Double?, _ maxPixels: Int
    ) -> [[UInt8]] {
        var filters = ["scale=w=round(iw*sar):h=ih", "setsar=1"]
        if let rate = framesPerSecond {
            // Selects the first frame of each interval of 1/rate seconds, which keeps its own time.
            let stretch = "floor(t*\(rate)+0.001)"
            let last = "floor(prev_selected_t*\(rate)+0.001)"
            filters.insert("select='isnan(prev_selected_t)+gt(\(stretch),\(last))'", at: 0)
        }
        let before = [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-threads", "4",
            "-max_pixels", "\(maxPixels)", "-protocol_whitelist", "file",
            "-format_whitelist", formats, "-i",
        ]
        let after = [
            "-map", "0:V:0", "-filter:v", filters.joined(separator: ","),
            "-fps_mode", "passthrough", "-enc_time_base", "1:1000",
            "-c:v", "rawvideo", "-pix_fmt", "rgb24", "-allow_raw_vfw", "1",
            "-map_metadata", "-1", "-map_chapters", "-1",
            "-flush_packets", "1", "-f", "matroska", "pipe:1",
        ]
        return before.map { Array($0.utf8) } + [Array("file:".utf8) + path]
            + after.map { Array($0.utf8) }
    }
}
