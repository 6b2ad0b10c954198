package import FacialFun
import FacialFunWire

/// Reads the frames of a film, one after the other, by ffmpeg as a program of its own.
///
/// ffmpeg turns frames upright, gives pixels that are not square their true shape, and tells the time of
/// each frame, which need not come at an even rate. It is given this one file, may open no address of
/// a network, takes no list of other files for a film, and is killed when the reader is let go. One
/// frame is held at a time. Belongs to one thread.
package final class FilmReader {
    /// A frame of a film.
    package struct Frame: Sendable {
        /// The picture, upright; while it is held the next frame takes new memory.
        package let image: Image
        /// When it is shown, in seconds from the film's beginning, to the millisecond.
        package let seconds: Double
    }

    /// The program that reads films.
    package static let programName = "ffmpeg"
    /// The program, from the same package, that says how long they are.
    private static let probeName = "ffprobe"
    /// The address space that it may take: four threads that hold 64 megapixels many times over.
    private static let maxMemory = 8 << 30
    /// For how many seconds ffmpeg may give no frame: it may have to decode many that are left out.
    static let maxSilence = 120.0
    /// Additional seconds of silence allowed per second of the film between two frames.
    private static let maxSilenceOfSecond = 10.0
    /// For how many seconds a program may think about its version.
    private static let maxVersionSeconds = 10.0
    /// The kinds of files that are read; no kind that names other files is among them.
    static let formats =
        "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpeg,mpegts,mpegvideo,flv,asf,ogg,dv,h264,hevc,"
        + "ivf,mxf,nut"

    private let program: RunningProgram
    private let maxPixels: Int
    private var frames: MatroskaFrames
    private var memory = ReusableImage()
    /// Number of frames read.
    package private(set) var count = 0

    /// Begins to read a film.
    ///
    /// - Parameters:
    ///   - path: The path of its file, as bytes.
    ///   - framesPerSecond: At most so many frames of a second are read, evenly; nil for all.
    ///   - maxPixels: The most pixels of a frame.
    ///   - searchPath: Where ffmpeg is looked for, as `PATH` has it.
    ///   - maxSilence: For how many seconds ffmpeg may give no frame; nil for two minutes and more, by
    ///     `framesPerSecond`.
    /// - Throws: `readerMissing`, `system`.
    package init(
        path: [UInt8], framesPerSecond: Double? = nil,
        maxPixels: Int = DecodeLimits.commandLine.maxPixels, searchPath: String? = nil,
        maxSilence: Double? = nil
    ) throws(FilmError) {
        let found = searchPath ?? ExternalProgram.searchPath
        guard let ffmpeg = ExternalProgram(named: Self.programName, in: found) else {
            throw FilmError(
                code: .readerMissing,
                message: "This is a film, which FacialFun reads by ffmpeg, and ffmpeg is not "
                    + "installed. Install it: apt-get install ffmpeg.")
        }
        let program = try RunningProgram(
            ffmpeg, Self.arguments(path, framesPerSecond, maxPixels), maxMemory: Self.maxMemory,
            maxSilence: maxSilence
                ?? Self.maxSilence
                + (framesPerSecond.map { Self.maxSilenceOfSecond / $0 } ?? 0))
        (self.program, self.maxPixels) = (program, maxPixels)
        frames = MatroskaFrames(
            ByteSource { (buffer) throws(FilmError) in try program.read(into: buffer) },
            maxPixels: maxPixels)
    }

    /// Version of a program that reads films, such as `5.1.6-0+deb12u1`; nil if unknown.
    package static func version(of program: ExternalProgram) -> String? {
        do throws(FilmError) {
            let running = try RunningProgram(
                program, [Array("-version".utf8)], maxMemory: maxMemory,
                maxSilence: maxVersionSeconds, maxSeconds: maxVersionSeconds)
            var source = ByteSource { (buffer) throws(FilmError) in try running.read(into: buffer) }
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
            // A program that does not start has no version.
            return nil
        }
    }

    /// The length of a film in seconds, by ffprobe; nil where it reports none, or is not installed.
    package static func duration(of path: [UInt8]) -> Double? {
        guard let probe = ExternalProgram(named: probeName, in: ExternalProgram.searchPath) else {
            return nil
        }
        let words = [
            "-v", "quiet", "-protocol_whitelist", "file", "-format_whitelist", formats,
            "-show_entries", "format=duration", "-of", "default=noprint_wrappers=1:nokey=1", "-i",
        ]
        do throws(FilmError) {
            let running = try RunningProgram(
                probe, words.map { Array($0.utf8) } + [Array("file:".utf8) + path],
                maxMemory: maxMemory, maxSilence: maxVersionSeconds, maxSeconds: maxVersionSeconds)
            var source = ByteSource { (buffer) throws(FilmError) in try running.read(into: buffer) }
            var line: [UInt8] = []
            while line.count < 40, let byte = try source.next(), byte != UInt8(ascii: "\n") {
                line.append(byte)
            }
            return Double(String(decoding: line, as: UTF8.self)).flatMap {
                $0.isFinite && $0 > 0 ? $0 : nil
            }
        } catch {
            // It is only asked for to estimate how long a film takes.
            return nil
        }
    }

    /// The next frame; nil at the end.
    ///
    /// - Throws: `timedOut` where ffmpeg gives nothing for too long. At the end: `tooLarge` where the frames have too many pixels, `noPictures` where
    ///   none was read for another reason, `damaged` where ffmpeg has complained
    ///   of anything. `tooLarge` and `damaged` where the frame cannot be taken.
    package func next() throws(FilmError) -> Frame? {
        let found: (image: Image, milliseconds: Int)?
        do throws(FilmError) {
            found = try frames.next(into: &memory)
        } catch  where error.code == .damaged {
            throw FilmError(
                code: .damaged, message: error.message, cause: error.cause ?? program.complaint)
        }
        guard let (image, milliseconds) = found else {
            try checkEnd()
            return nil
        }
        count += 1
        return Frame(image: image, seconds: Double(milliseconds) / 1000)
    }

    private func checkEnd() throws(FilmError) {
        let code = program.end()
        let complaint = program.complaint
        if count == 0 {
            // The words of av_image_check_size2, which holds each frame to -max_pixels.
            if let complaint, complaint.containsUTF8("exceeds specified max pixel count") {
                throw FilmError(
                    code: .tooLarge,
                    message: "Its frames have more than \(maxPixels) pixels, the most that are "
                        + "read. Scale it down.",
                    cause: complaint)
            }
            throw FilmError(
                code: .noPictures,
                message: "ffmpeg finds no pictures in it. Is it a film, and copied completely?",
                cause: complaint)
        }
        guard code != 0 || complaint != nil else { return }
        throw FilmError(
            code: .damaged,
            message: "Part of the film could not be read; what was read is scored. "
                + "Was it copied completely?",
            cause: complaint ?? "ffmpeg ended with \(code)")
    }

    private static func arguments(
        _ path: [UInt8], _ framesPerSecond: Double?, _ maxPixels: Int
    ) -> [[UInt8]] {
        var filters = ["scale=w=round(iw*sar):h=ih", "setsar=1"]
        if let rate = framesPerSecond {
            // The first frame of each stretch of 1/rate seconds, at its own time.
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
