package import FacialFun
import FacialFunWire
import Glibc

/// Writes frames as a film with the sound of another film, using ffmpeg in a separate process.
///
/// The frames keep their times; the rate may vary. ffmpeg may open its two files and no network
/// addresses, and is killed when the writer is released. Not thread-safe.
package final class FilmWriter {
    /// File format of a film, determined by the name.
    package enum Container: String, CaseIterable, Sendable {
        case mp4, m4v, mov, mkv, webm

        /// The format for a file name; nil for an unsupported extension.
        package init?(fileName: [UInt8]) {
            guard let dot = fileName.lastIndex(of: UInt8(ascii: ".")) else { return nil }
            let suffix = String(decoding: fileName[(dot + 1)...], as: UTF8.self).lowercasedASCII
            self.init(rawValue: suffix)
        }

        /// The names of all extensions, for messages.
        package static var names: String {
            allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
        }

        fileprivate var arguments: [String] {
            switch self {
            case .mp4, .m4v, .mov:
                Self.h264 + ["-c:a", "aac", "-b:a", "192k", "-movflags", "+faststart"]
                    + ["-f", self == .mov ? "mov" : "mp4"]
            case .mkv: Self.h264 + ["-c:a", "copy", "-f", "matroska"]
            case .webm:
                [
                    "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-crf", "30",
                    "-b:v", "0", "-c:a", "libopus", "-f", "webm",
                ]
            }
        }

        private static let h264 = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20"]
    }

    /// Maximum address space of ffmpeg, in bytes.
    package static let maxMemory = 8 << 30
    /// Maximum seconds for which ffmpeg may accept no data.
    package static let maxSilence = 120.0

    private let program: RunningProgram
    private let input: Int32
    private let matroska: MatroskaWriter
    private var isOpen = true
    private var lastMilliseconds = -1
    /// The process identifier.
    var process: pid_t { program.process }

    /// Starts a film.
    ///
    /// - Parameters:
    ///   - path: The path of the file, as bytes; an existing one is replaced.
    ///   - container: The format of the file.
    ///   - sound: The film whose sound is copied, if it has any.
    ///   - width: The width of each frame in pixels.
    ///   - height: The height of each frame in pixels.
    ///   - firstSeconds: Display time of the first frame.
    ///   - searchPath: Folders in which ffmpeg is searched, in the format of `PATH`.
    /// - Throws: `readerMissing`, `system`.
    package init(
        path: [UInt8], container: Container, sound: [UInt8], width: Int, height: Int,
        firstSeconds: Double, searchPath: String? = nil
    ) throws(FacialFunError) {
        let found = searchPath ?? ExternalProgram.searchPath
        guard let ffmpeg = ExternalProgram(named: FilmReader.programName, in: found) else {
            throw FacialFunError(
                code: .readerMissing,
                message:
                    "Writing films requires ffmpeg, which is not installed. Install it: "
                    + "apt-get install ffmpeg.")
        }
        // Uses a socket, because a write to a closed one can return an error instead of raising a
        // signal.
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw FacialFunError(
                code: .system, message: "Cannot open a socket for ffmpeg: \(Errno.current).")
        }
        defer { close(ends[1]) }
        do throws(FacialFunError) {
            program = try RunningProgram(
                ffmpeg, Self.arguments(path, container, sound, firstSeconds), input: ends[1],
                maxMemory: Self.maxMemory, maxSilence: Self.maxSilence)
        } catch {
            close(ends[0])
            throw error
        }
        input = ends[0]
        matroska = MatroskaWriter(width: width, height: height)
        try send(matroska.header)
    }

    deinit { if isOpen { close(input) } }

    /// Adds a frame.
    ///
    /// - Parameters:
    ///   - image: The frame.
    ///   - seconds: Display time, later than that of the previous frame.
    /// - Throws: `damaged` if the frame has another size than the first, `system` if ffmpeg has
    ///   ended, `timedOut`.
    package func write(_ image: Image, atSeconds seconds: Double) throws(FacialFunError) {
        guard image.width == matroska.width, image.height == matroska.height else {
            throw FacialFunError(
                code: .damaged,
                message: "A frame has \(image.width)×\(image.height) pixels, the first had "
                    + "\(matroska.width)×\(matroska.height).")
        }
        // ffmpeg drops one of two frames with the same time, so the later one is shown a
        // millisecond later.
        let milliseconds = max(Int((seconds * 1000).rounded()), lastMilliseconds + 1)
        lastMilliseconds = milliseconds
        try send(matroska.frameHeader(atMilliseconds: milliseconds))
        try image.withPixels { (pixels) throws(FacialFunError) in
            try send(
                UnsafeRawBufferPointer(
                    rebasing: UnsafeRawBufferPointer(pixels)[..<matroska.frameBytes]))
        }
    }

    /// Ends the film and waits until the file is complete.
    ///
    /// - Throws: `system` if ffmpeg failed.
    package func finish() throws(FacialFunError) {
        closeInput()
        // The output is not used; its end shows that ffmpeg has ended.
        var byte: UInt8 = 0
        while try withUnsafeMutableBytes(
            of: &byte,
            { (buffer) throws(FacialFunError) in
                try program.read(into: buffer)
            }) > 0
        {}
        guard program.end() == 0 else { throw ended() }
    }

    private func closeInput() {
        guard isOpen else { return }
        isOpen = false
        close(input)
    }

    private func send(_ bytes: [UInt8]) throws(FacialFunError) {
        // A result carries the error, because `withUnsafeBytes` of an array does not support typed
        // errors.
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(FacialFunError) in try send(bytes) }
        }
        try result.get()
    }

    private func send(_ bytes: UnsafeRawBufferPointer) throws(FacialFunError) {
        guard try program.write(bytes, to: input) else { throw ended() }
    }

    private func ended() -> FacialFunError {
        closeInput()
        let code = program.end()
        return FacialFunError(
            code: .system, message: "ffmpeg stopped writing it.",
            cause: program.complaint ?? "it ended with \(code)")
    }

    private static func arguments(
        _ path: [UInt8], _ container: Container, _ sound: [UInt8], _ firstSeconds: Double
    ) -> [[UInt8]] {
        // ffmpeg shifts the start of each input to zero. The offset keeps pictures and sound
        // synchronized.
        let before = [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-y",
            "-protocol_whitelist", "pipe", "-itsoffset", "\(firstSeconds)", "-f", "matroska",
            "-i", "pipe:0",
            "-protocol_whitelist", "file", "-format_whitelist", FilmReader.formats, "-i",
        ]
        let after =
            [
                "-map", "0:v:0", "-map", "1:a?", "-map_metadata", "-1", "-map_chapters", "-1",
                "-fps_mode", "passthrough",
                // 4:2:0 needs an even width and height.
                "-filter:v", "pad=w=ceil(iw/2)*2:h=ceil(ih/2)*2,format=yuv420p",
            ] + container.arguments
        return before.map { Array($0.utf8) } + [Array("file:".utf8) + sound]
            + after.map { Array($0.utf8) } + [Array("file:".utf8) + path]
    }
}
