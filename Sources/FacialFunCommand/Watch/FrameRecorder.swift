import CommandSupport
import FacialFun
import FacialFunWire
import Glibc

/// Saves the scored frames at the user's request.
///
/// A JPEG of the camera is saved unchanged, even if its mirror image was scored; any other frame is
/// saved as a JPEG of the scored picture.
struct FrameRecorder {
    private let path: InputPath
    private let folder: OutputFolder
    private let scores: OutputLines
    /// The record for `facialfun match --replay`; nil without an attempt.
    private var attempt: OutputLines?
    private var plan: AttemptPlan?

    /// A file that is written line by line.
    private struct OutputLines {
        let descriptor: Int32
        let name: String

        func add(_ line: String) throws(CommandError) {
            try StandardStreams.write(line + "\n", to: descriptor, name: name)
        }
    }

    /// Creates the folder, and prints that faces are being recorded.
    ///
    /// - Throws: ``CommandError`` if the folder is not writable or already contains a recording.
    init(folder path: InputPath, errorStyle: TerminalStyle) throws(CommandError) {
        // Recorded faces are private: only the owner may read the files.
        umask(0o077)
        self.path = path
        folder = try OutputFolder(path: path)
        let first = path.appending(Array("\(Self.stem(of: 1)).jpg".utf8))
        if case .success = InputWalker.status(of: first, followingLinks: false) {
            throw Self.holdsRecording(path)
        }
        scores = try Self.makeFile("scores.jsonl", in: path)
        Diagnostic(
            subject: nil,
            message: """
                RECORDING: pictures of anyone in front of the camera are kept in \(path.display), \
                readable by you alone, until you delete them.
                """
        ).print(style: errorStyle)
    }

    private static func makeFile(
        _ name: String, in path: InputPath
    ) throws(CommandError) -> OutputLines {
        let file = path.appending(Array(name.utf8))
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = file.withCString { open($0, flags, 0o600) }
        guard descriptor >= 0 else {
            throw errno == EEXIST
                ? holdsRecording(path) : CommandError(writing: file.display, errno: errno)
        }
        return OutputLines(descriptor: descriptor, name: file.display)
    }

    /// Starts recording an attempt, in the format for judging it again.
    ///
    /// - Throws: ``CommandError`` if the file exists or cannot be created.
    mutating func begin(_ record: AttemptRecord) throws(CommandError) {
        plan = record.plan
        let lines = try Self.makeFile("attempt.jsonl", in: path)
        try lines.add(record.headLine)
        attempt = lines
    }

    /// Ends the record of the attempt.
    ///
    /// - Throws: ``CommandError`` if the disk is full.
    func end(_ status: AttemptStatus) throws(CommandError) {
        guard let ending = AttemptRecord.Ending(status) else { return }
        try attempt?.add(ending.recordLine)
    }

    /// Saves a frame with its record and the events of the attempt; for other events only the
    /// record.
    ///
    /// - Throws: ``CommandError`` if the disk is full.
    func record(_ event: LiveEvent, happened: [AttemptEvent]) throws(CommandError) {
        for event in happened { try attempt?.add(event.recordLine) }
        guard case .frame(let frame) = event else { return }
        let stem = InputPath(Self.stem(of: frame.number))
        try folder.write(picture(of: frame), stem: stem, suffix: ".jpg")
        try scores.add(LiveRecord.frame(frame, plan: plan).compactText)
    }

    /// The name of a frame's picture, without its suffix.
    private static func stem(of number: Int) -> String {
        let digits = String(number)
        return "frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    private static func holdsRecording(_ path: InputPath) -> CommandError {
        CommandError(
            writing: path.display,
            because: "it contains a recording. Name another folder, or delete this one first.")
    }

    private func picture(of frame: ScoredFrame) throws(CommandError) -> [UInt8] {
        if frame.source.mode.pixelFormat == .mjpeg {
            return frame.source.withBytes { [UInt8]($0) }
        }
        do throws(FacialFunError) {
            return try JPEGEncoder().encode(frame.picture.image)
        } catch {
            throw CommandError(
                writing: "the picture frame \(frame.number)", because: error.message)
        }
    }
}
