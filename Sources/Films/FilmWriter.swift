package import FacialFun
import FacialFunWire
import Glibc

/// Writes frames as a film, with the sound of another film, by ffmpeg as a program of its own.
///
/// The frames keep their times, which need not come at an even rate. ffmpeg may open the two files that it is
/// given and no address of a network, and is killed when the writer is let go. Belongs to one thread.
package final class FilmWriter {
    /// The kind of a film's file, which follows from its name.
    package enum Container: String, CaseIterable, Sendable {
        case mp4, m4v, mov, mkv, webm

        /// The kind of a file with this name; nil where its suffix is that of no film that is written.
        package init?(fileName: [UInt8]) {
            guard let dot = fileName.lastIndex(of: UInt8(ascii: ".")) else { return nil }
            let suffix = String(decoding: fileName[(dot + 1)...], as: UTF8.self).lowercasedASCII
            self.init(rawValue: suffix)
        }

        /// The names of all suffixes, for messages.
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

    /// The address space that ffmpeg may take, in bytes.
    private static let maxMemory = 8 << 30
    /// For how many seconds ffmpeg may take nothing.
    private static let maxSilence = 120.0

    private let program: RunningProgram
    private let input: Int32
    private let matroska: MatroskaWriter
    private var isOpen = true
    private var lastMilliseconds = -1
    /// The number of the process.
    var process: pid_t { program.process }

    /// Begins a film.
    ///
    /// - Parameters:
    ///   - path: The path of the file, as bytes; it is replaced.
    ///   - container: The kind of the file.
    ///   - sound: The film whose sound is taken, if it has any.
    ///   - width: The width of each frame in pixels.
    ///   - height: The height of each frame in pixels.
    ///   - firstSeconds: When the first frame is shown.
    ///   - searchPath: Where ffmpeg is looked for, as `PATH` has it.
    /// - Throws: `readerMissing`, `system`.
    package init(
        path: [UInt8], container: Container, sound: [UInt8], width: Int, height: Int,
        firstSeconds: Double, searchPath: String? = nil
    ) throws(FilmError) {
        let found = searchPath ?? ExternalProgram.searchPath
        guard let ffmpeg = ExternalProgram(named: FilmReader.programName, in: found) else {
            throw FilmError(
                code: .readerMissing,
                message:
                    "ffmpeg, which writes films, is not installed. Install it: apt-get install "
                    + "ffmpeg.")
        }
        // A socket, for whose writing a reader that has gone is an error and no signal.
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw FilmError(
                code: .system, message: "Cannot open a socket for ffmpeg: \(Errno.current).")
        }
        defer { close(ends[1]) }
        do throws(FilmError) {
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
    ///   - seconds: When it is shown, later than the one before.
    /// - Throws: `damaged` when the frame has another size than the first, `system` when ffmpeg has
    ///   ended, `timedOut`.
    package func write(_ image: Image, atSeconds seconds: Double) throws(FilmError) {
        guard image.width == matroska.width, image.height == matroska.height else {
            throw FilmError(
                code: .damaged,
                message: "A frame has \(image.width)×\(image.height) pixels, the first had "
                    + "\(matroska.width)×\(matroska.height).")
        }
        // Two frames at one time would be dropped: the later one is shown a millisecond later.
        let milliseconds = max(Int((seconds * 1000).rounded()), lastMilliseconds + 1)
        lastMilliseconds = milliseconds
        try send(matroska.frameHeader(atMilliseconds: milliseconds))
        try image.withPixels { (pixels) throws(FilmError) in
            try send(
                UnsafeRawBufferPointer(
                    rebasing: UnsafeRawBufferPointer(pixels)[..<matroska.frameBytes]))
        }
    }

    /// Ends the film and waits until the file is whole.
    ///
    /// - Throws: `system` when ffmpeg failed.
    package func finish() throws(FilmError) {
        closeInput()
        // Nothing comes on its output but the end.
        var byte: UInt8 = 0
        while try withUnsafeMutableBytes(
            of: &byte,
            { (buffer) throws(FilmError) in
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

    private func send(_ bytes: [UInt8]) throws(FilmError) {
        // `withUnsafeBytes` of an array knows no typed errors: a result carries them out.
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(FilmError) in try send(bytes) }
        }
        try result.get()
    }

    private func send(_ bytes: UnsafeRawBufferPointer) throws(FilmError) {
        guard try program.write(bytes, to: input) else { throw ended() }
    }

    private func ended() -> FilmError {
        closeInput()
        let code = program.end()
        return FilmError(
            code: .system, message: "ffmpeg stopped writing it.",
            cause: program.complaint ?? "it ended with \(code)")
    }

    private static func arguments(
        _ path: [UInt8], _ container: Container, _ sound: [UInt8], _ firstSeconds: Double
    ) -> [[UInt8]] {
        // ffmpeg begins each input at zero: the offset keeps the pictures with their sound.
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
                // 4:2:0 has even sides only.
                "-filter:v", "pad=w=ceil(iw/2)*2:h=ceil(ih/2)*2,format=yuv420p",
            ] + container.arguments
        return before.map { Array($0.utf8) } + [Array("file:".utf8) + sound]
            + after.map { Array($0.utf8) } + [Array("file:".utf8) + path]
    }
}
