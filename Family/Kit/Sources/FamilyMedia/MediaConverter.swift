import FacialFun
package import Foundation
import Synchronization

/// Converts uploads into formats that every browser plays, without metadata and with a uniform
/// loudness.
///
/// Runs ffmpeg as a ``SandboxedProcess`` that opens only local files of known formats.
package struct MediaConverter: Sendable {
    /// Receives the completed share of the work, 0…1.
    package typealias Progress = @Sendable (Double) -> Void

    /// The integrated loudness of sounds and videos, in LUFS.
    package static let loudness = -30.0
    /// Maximum length of a sound or video, in seconds.
    package static let longest = 600.0
    /// Maximum number of pixels of a picture.
    package static let mostPixels = 64_000_000
    /// The maximum width of a stored panorama.
    package static let panoramaWidth = 4096

    private let ffmpeg: String?
    private let ffprobe: String?
    private let heif: String?
    private let target: Double

    /// Makes a converter with a target loudness in LUFS.
    package init(
        loudness: Double = MediaConverter.loudness,
        ffmpeg: String? = SandboxedProcess.find("ffmpeg"),
        ffprobe: String? = SandboxedProcess.find("ffprobe"),
        heif: String? = SandboxedProcess.find("heif-convert")
    ) {
        target = loudness
        self.ffmpeg = ffmpeg
        self.ffprobe = ffprobe
        self.heif = heif
    }

    private static let formats =
        "mov,mp4,m4a,matroska,webm,ogg,wav,mp3,flac,aac,avi,jpeg_pipe,png_pipe,webp_pipe,image2,mpegts"

    // MARK: - Sound and video

    /// Makes an M4A file with one track of AAC.
    package func sound(
        _ input: URL, in folder: URL, progress: @escaping Progress
    ) async throws -> MediaProduct {
        let facts = try await probe(input, in: folder)
        guard facts.hasAudio else {
            throw MediaError(
                "no_sound", "The file has no sound. Choose or record another one.")
        }
        try Self.checkLength(facts)
        let gain = try await gain(input, in: folder, seconds: facts.seconds) { progress($0 * 0.4) }
        let output = folder.appending(path: "sound.m4a")
        let report = try await convert(
            ["-map", "0:a:0"] + encoding(gain) + ["-f", "mp4"], input: input, output: output,
            seconds: facts.seconds
        ) { progress(0.4 + $0 * 0.6) }
        let made = try await probe(output, in: folder)
        try Self.checkCompleteness(
            report, expected: facts.contentSeconds(ofFilm: false), made: made.seconds)
        return MediaProduct(
            file: output, kind: "sound", type: "audio/mp4", seconds: made.seconds)
    }

    /// Makes an MP4 file of H.264 and AAC that fits into 1280×720 pixels.
    package func video(
        _ input: URL, in folder: URL, progress: @escaping Progress
    ) async throws -> MediaProduct {
        let facts = try await probe(input, in: folder)
        guard let width = facts.width, let height = facts.height, facts.isFilm else {
            throw MediaError("no_video", "The file has no moving pictures. Choose a video.")
        }
        guard width * height <= 4096 * 2304 else {
            throw MediaError(
                "too_many_pixels",
                "The video has \(width)×\(height) pixels; at most 4096×2304 are read. "
                    + "Save it in a smaller size.")
        }
        try Self.checkLength(facts)
        var audio: [String] = []
        if facts.hasAudio {
            let gain = try await gain(input, in: folder, seconds: facts.seconds) {
                progress($0 * 0.1)
            }
            audio = ["-map", "0:a:0"] + encoding(gain)
        }
        let output = folder.appending(path: "video.mp4")
        let scale =
            "scale='min(1280,iw)':'min(720,ih)':force_original_aspect_ratio=decrease"
            + ":force_divisible_by=2,fps=fps='min(source_fps,30)',format=yuv420p"
        let report = try await convert(
            ["-map", "0:v:0", "-vf", scale, "-c:v", "libx264", "-preset", "veryfast", "-crf", "24"]
                + audio + ["-f", "mp4"],
            input: input, output: output, seconds: facts.seconds
        ) { progress(0.1 + $0 * 0.9) }
        let made = try await probe(output, in: folder)
        try Self.checkCompleteness(
            report, expected: facts.contentSeconds(ofFilm: true), made: made.seconds)
        return MediaProduct(
            file: output, kind: "video", type: "video/mp4", width: made.width,
            height: made.height, seconds: made.seconds)
    }

    private func encoding(_ gain: Double) -> [String] {
        // Allows peaks 24 dB above the loudness, but at least 1 dB below full scale.
        let limit = target < -22 ? 0.5 : 0.89
        return [
            "-af", "volume=\(gain)dB,alimiter=limit=\(limit):level=false", "-ar", "48000",
            "-ac", "2", "-c:a", "aac", "-b:a", "128k",
        ]
    }

    private static func checkLength(_ facts: Facts) throws(MediaError) {
        guard let seconds = facts.seconds, seconds > 0 else {
            throw MediaError("unreadable", "The file cannot be read. Choose another one.")
        }
        guard seconds <= longest else {
            throw MediaError(
                "too_long",
                "The file is \(Int(seconds / 60)) minutes long; at most \(Int(longest / 60)) are "
                    + "stored. Cut it shorter.")
        }
    }

    /// The gain that brings a file to the target loudness, in dB; 0 for silence.
    private func gain(
        _ input: URL, in folder: URL, seconds: Double?, progress: @escaping Progress
    ) async throws -> Double {
        let ending = try await run(
            ["-i", input.path, "-map", "0:a:0", "-af", "loudnorm=print_format=json"]
                + ["-f", "null", "-"],
            in: folder, seconds: seconds, progress: progress)
        guard
            let line = ending.errors.split(separator: "\n").last(where: { $0.contains("input_i") }),
            let measured = Double(
                line.filter { "-.0123456789".contains($0) }), measured > -70
        else { return 0 }
        return min(max(target - measured, -60), 30)
    }

    /// Rejects a truncated sound or video.
    ///
    /// ffmpeg converts the existing part and reports success. Its readers of MP4, WebM and WAV
    /// print a message; files of other formats state a length, which is compared with that of the
    /// output. An estimated length is not compared.
    private static func checkCompleteness(
        _ report: String, expected: Double?, made: Double?
    ) throws(MediaError) {
        let isCutOff = report.split(separator: "\n").contains { line in
            // Indented lines are metadata of the file.
            guard !line.hasPrefix(" ") else { return false }
            return line.contains("partial file") || line.contains("File ended prematurely")
                || line.hasPrefix("[wav @") && line.contains("Packet corrupt")
        }
        var isShort = false
        if let expected, let made, !report.contains("Estimating duration from bitrate") {
            isShort = expected - made > max(2, expected / 10)
        }
        guard isCutOff || isShort else { return }
        let length = made.map { " after \(Int($0)) seconds" } ?? ""
        throw MediaError(
            "cut_off",
            "The file is cut off\(length). Copy or record it again."
        )
    }

    // MARK: - Pictures

    /// Makes a JPEG that fits into 2048×2048 pixels, upright and without metadata.
    package func picture(_ input: URL, in folder: URL) async throws -> MediaProduct {
        let source = try await readable(input, in: folder)
        try Self.checkHeader(source)
        let facts = try await probe(source, in: folder)
        guard let width = facts.width, let height = facts.height, !facts.isFilm else {
            throw MediaError("no_picture", "The file is not a picture. Choose another one.")
        }
        guard width * height <= Self.mostPixels else { throw Self.tooManyPixels(width, height) }
        let output = folder.appending(path: "picture.jpg")
        let scale =
            "scale='min(2048,iw)':'min(2048,ih)':force_original_aspect_ratio=decrease"
            + ":force_divisible_by=2,format=yuvj420p"
        try await convert(
            ["-map", "0:v:0", "-vf", scale, "-frames:v", "1", "-q:v", "3"], input: source,
            output: output, seconds: nil)
        let made = try await probe(output, in: folder)
        return MediaProduct(
            file: output, kind: "picture", type: "image/jpeg", width: made.width,
            height: made.height)
    }

    // MARK: - Panoramas

    /// Makes a JPEG of an equirectangular picture or of a phone's panorama strip.
    ///
    /// A strip is treated as a full circle. Its top and bottom edges are stretched to fill the
    /// rest.
    ///
    /// - Throws: `not_a_sphere` for pictures that are neither; `too_many_pixels`, `unreadable`.
    package func panorama(
        _ input: URL, in folder: URL, progress: @escaping Progress
    ) async throws -> (file: URL, width: Int, height: Int) {
        let source = try await readable(input, in: folder)
        try Self.checkHeader(source)
        let facts = try await probe(source, in: folder)
        guard let width = facts.width, let height = facts.height else {
            throw MediaError("unreadable", "The picture cannot be read. Choose another one.")
        }
        guard width * height <= Self.mostPixels else { throw Self.tooManyPixels(width, height) }
        let ratio = Double(width) / Double(height)
        guard ratio > 1.9, ratio < 12, width >= 512 else {
            throw MediaError(
                "not_a_sphere",
                "The picture has \(width)×\(height) pixels and is not a panorama. Choose a 360° "
                    + "picture "
                    + "that is twice as wide as high, or a panorama strip of a phone.")
        }
        let target = min(Self.panoramaWidth, width) / 4 * 4
        var filter = "scale=\(target):\(target / 2):flags=area"
        if ratio > 2.1 {
            let strip = max(2, Int(Double(target) / ratio) / 2 * 2)
            let above = (target / 2 - strip) / 2
            let below = target / 2 - strip - above
            filter =
                "scale=\(target):\(strip):flags=area,format=yuv444p,"
                + "pad=\(target):\(target / 2):0:\(above),"
                + "fillborders=left=0:right=0:top=\(above):bottom=\(below):mode=smear"
        }
        let output = folder.appending(path: "panorama.jpg")
        try await convert(
            ["-map", "0:v:0", "-vf", filter + ",format=yuvj420p", "-frames:v", "1", "-q:v", "3"]
                + ["-update", "1", "-f", "image2"],
            input: source, output: output, seconds: nil,
            before: ["-xerror", "-err_detect", "explode"],
            progress: progress)
        return (output, target, target / 2)
    }

    /// Makes smaller copies of a panorama for flat views and cards, by their width.
    package func variants(of panorama: URL, width: Int, in folder: URL) async throws -> [String:
        URL]
    {
        var made: [String: URL] = [:]
        for size in [2048, 512] {
            let output = folder.appending(path: "\(size).jpg")
            let target = min(size, width)
            try await convert(
                [
                    "-vf", "scale=\(target):\(target / 2):flags=area,format=yuvj420p", "-frames:v",
                    "1", "-q:v", "4", "-update", "1", "-f", "image2",
                ],
                input: panorama, output: output, seconds: nil)
            made["\(size)"] = output
        }
        return made
    }

    /// Checks a picture's dimensions against the limits before decoding it.
    private static func checkHeader(_ file: URL) throws {
        guard let bytes = FileManager.default.contents(atPath: file.path) else {
            throw MediaError("storage_failed", "Cannot read \(file.path). Check the data folder.")
        }
        // Only ffmpeg reads WebP, with its own limits.
        if bytes.prefix(4) == Data("RIFF".utf8) { return }
        do throws(FacialFunError) {
            _ = try ImageDecoder(
                limits: DecodeLimits(maxFileBytes: MediaUpload.mostBytes, maxPixels: mostPixels)
            ).header(of: Array(bytes))
        } catch {
            throw MediaError(
                error.code == .tooManyPixels || error.code == .tooManyScans
                    ? "too_many_pixels" : "unreadable", error.message)
        }
    }

    private static func tooManyPixels(_ width: Int, _ height: Int) -> MediaError {
        MediaError(
            "too_many_pixels",
            "The picture has \(width)×\(height) pixels; at most \(mostPixels / 1_000_000) "
                + "million are "
                + "read. Save it in a smaller size.")
    }

    /// The picture itself, or a JPEG converted from a HEIC file.
    private func readable(_ input: URL, in folder: URL) async throws -> URL {
        guard let handle = try? FileHandle(forReadingFrom: input),
            let head = try? handle.read(upToCount: 12), head.count == 12,
            Self.heicBrands.contains(String(decoding: head[4..<12], as: UTF8.self))
        else { return input }
        guard let heif else {
            throw MediaError(
                "heic_unsupported",
                "This server cannot read HEIC pictures. Install the package libheif-examples, or "
                    + "save "
                    + "the picture as JPEG.")
        }
        let output = folder.appending(path: "heic.jpg")
        let ending = try await SandboxedProcess(
            heif, ["-q", "95", input.path, output.path], home: folder,
            limits: .init(seconds: 120, memory: 2 << 30)
        ).run()
        // If the file has several pictures, such as a burst, each gets a number.
        let written = [output, folder.appending(path: "heic-1.jpg")].first {
            FileManager.default.fileExists(atPath: $0.path)
        }
        guard ending.code == 0, let written else {
            throw MediaError("unreadable", "The HEIC picture cannot be read. Save it as JPEG.")
        }
        return written
    }

    private static let heicBrands = [
        "ftypheic", "ftypheix", "ftypheim", "ftypheis", "ftyphevc", "ftyphevx", "ftypmif1",
        "ftypmsf1",
    ]

    // MARK: - ffmpeg

    /// Facts about a file.
    package struct Facts: Sendable {
        package var width: Int?
        package var height: Int?
        package var seconds: Double?
        /// The lengths of the first audio and video tracks alone, if the file states them.
        package var audioSeconds: Double?
        package var videoSeconds: Double?
        /// Whether there are other tracks, such as subtitles.
        package var hasOtherTracks = false
        package var hasAudio = false
        package var isFilm = false
        /// The names of the codecs.
        package var codecs: Set<String> = []

        /// The length of the tracks that are converted; nil if the file does not state it.
        ///
        /// The whole file may be longer because of other tracks.
        func contentSeconds(ofFilm isVideo: Bool) -> Double? {
            let tracks = isVideo ? [videoSeconds, audioSeconds] : [audioSeconds]
            let stated = tracks.compactMap(\.self).max()
            let isWhole = !hasOtherTracks && isFilm == isVideo
            return stated ?? (isWhole ? seconds : nil)
        }
    }

    /// Reads the facts about a file.
    ///
    /// - Throws: `unreadable` for encrypted files and formats that ffmpeg does not know.
    package func probe(_ file: URL, in folder: URL) async throws -> Facts {
        guard let ffprobe else { throw Self.missing("ffprobe") }
        let lines = Mutex("")
        let ending = try await SandboxedProcess(
            ffprobe,
            [
                "-v", "error", "-protocol_whitelist", "file", "-format_whitelist", Self.formats,
                "-show_entries",
                "format=duration:stream=codec_type,codec_name,width,height,duration"
                    + ":stream_tags=DURATION",
                "-of", "json", file.path,
            ], home: folder, limits: .init(seconds: 60, memory: 2 << 30)
        ).run { line in lines.withLock { $0 += line + "\n" } }
        struct Output: Decodable {
            struct Stream: Decodable {
                let codec_type: String?
                let codec_name: String?
                let width: Int?
                let height: Int?
                let duration: String?
                let tags: Tags?

                struct Tags: Decodable {
                    let DURATION: String?
                }

                /// Matroska states lengths of tracks only in tags, as "00:00:09.500000000". For some
                /// tracks, ffprobe then reports the length of the whole file.
                var seconds: Double? {
                    let parts = (tags?.DURATION ?? "").utf8.prefix(32)
                        .split(separator: UInt8(ascii: ":"))
                        .compactMap { Double(String(decoding: $0, as: UTF8.self)) }
                    guard parts.count == 3 else { return duration.flatMap { Double($0) } }
                    return parts[0] * 3600 + parts[1] * 60 + parts[2]
                }
            }
            struct Format: Decodable {
                let duration: String?
            }
            let streams: [Stream]?
            let format: Format?
        }
        let text = lines.withLock { $0 }
        guard ending.code == 0,
            let output = try? JSONDecoder().decode(Output.self, from: Data(text.utf8))
        else {
            throw MediaError(
                "unreadable",
                "The file cannot be read: it is damaged, encrypted or of an unknown format. Choose "
                    + "another one.")
        }
        var facts = Facts()
        facts.seconds = output.format?.duration.flatMap { Double($0) }
        for stream in output.streams ?? [] {
            facts.codecs.formUnion([stream.codec_name].compactMap { $0 })
            switch stream.codec_type {
            case "audio" where !facts.hasAudio:
                facts.hasAudio = true
                facts.audioSeconds = stream.seconds
            case "video" where facts.width == nil:
                (facts.width, facts.height) = (stream.width, stream.height)
                facts.videoSeconds = stream.seconds
                facts.isFilm = !["mjpeg", "png", "webp", "gif"].contains(stream.codec_name ?? "")
            default: facts.hasOtherTracks = true
            }
        }
        // Browsers' recordings do not state their length. Decode them to find it.
        if facts.seconds == nil, facts.hasAudio || facts.isFilm {
            facts.seconds = try await length(of: file, in: folder)
        }
        return facts
    }

    private func length(of file: URL, in folder: URL) async throws -> Double? {
        let last = Mutex(Double?.none)
        _ = try await run(
            ["-i", file.path, "-c", "copy", "-f", "null", "-"], in: folder, seconds: nil,
            time: { time in last.withLock { $0 = time } }, progress: { _ in })
        return last.withLock { $0 }
    }

    /// Runs a conversion.
    ///
    /// - Returns: The messages of ffmpeg.
    @discardableResult
    private func convert(
        _ options: [String], input: URL, output: URL, seconds: Double?, before: [String] = [],
        progress: @escaping Progress = { _ in }
    ) async throws -> String {
        let folder = output.deletingLastPathComponent()
        // A leftover of an earlier attempt; usually missing.
        try? FileManager.default.removeItem(at: output)
        let clean = [
            "-map_metadata", "-1", "-map_chapters", "-1", "-dn", "-sn", "-fflags", "+bitexact",
            "-flags:v", "+bitexact", "-flags:a", "+bitexact",
        ]
        let start = output.pathExtension == "jpg" ? [] : ["-movflags", "+faststart"]
        let ending = try await run(
            before + ["-i", input.path] + options + clean + start + [output.path], in: folder,
            seconds: seconds, progress: progress)
        guard ending.code == 0, (try? MediaFolder.digest(of: output).bytes) ?? 0 > 0 else {
            // If the disk is full, the error report may not fit either.
            if ending.errors.contains("No space left") || folder.isOnFullDisk {
                throw MediaError.diskFull
            }
            throw MediaError(
                "unreadable",
                "The file cannot be converted: it is damaged or cut off. Choose another one.")
        }
        // The last time that ffmpeg reports may be before the end of the file.
        progress(1)
        return ending.errors
    }

    private func run(
        _ arguments: [String], in folder: URL, seconds: Double?,
        time: @escaping @Sendable (Double) -> Void = { _ in }, progress: @escaping Progress
    ) async throws -> SandboxedProcess.Ending {
        guard let ffmpeg else { throw Self.missing("ffmpeg") }
        let common = [
            "-hide_banner", "-nostdin", "-nostats", "-y", "-threads", "2", "-max_pixels",
            "\(Self.mostPixels)", "-progress", "pipe:1", "-protocol_whitelist", "file,pipe",
            "-format_whitelist", Self.formats,
        ]
        return try await SandboxedProcess(ffmpeg, common + arguments, home: folder).run { line in
            guard line.hasPrefix("out_time_us="), let microseconds = Double(line.dropFirst(12))
            else { return }
            time(microseconds / 1e6)
            if let seconds, seconds > 0 { progress(min(1, max(0, microseconds / 1e6 / seconds))) }
        }
    }

    private static func missing(_ program: String) -> MediaError {
        MediaError(
            "program_missing",
            "The server has no \(program). Install the package ffmpeg on it.")
    }
}

extension URL {
    /// Whether the disk of a folder has less than 64 KiB left.
    fileprivate var isOnFullDisk: Bool {
        var facts = statvfs()
        guard statvfs(path, &facts) == 0 else { return false }
        return UInt64(facts.f_bavail) * UInt64(facts.f_frsize) < 65_536
    }
}
