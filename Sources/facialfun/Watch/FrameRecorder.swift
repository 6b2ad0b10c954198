import CameraCapture
import Emotions
import FaceImaging
import Glibc
import LiveScoring

/// Keeps the frames that are scored, because a person has asked for it.
///
/// A JPEG of the camera is kept as it came, also where the scores are those of its mirror image;
/// any other frame as the JPEG of what was scored.
struct FrameRecorder {
    private let folder: OutputFolder
    private let scores: Int32
    private let name: String

    /// Makes the folder, and says aloud that faces are recorded.
    ///
    /// - Throws: ``OutputError`` when the place may not be written, or holds a recording already.
    init(folder path: InputPath, errorStyle: TerminalStyle) throws(OutputError) {
        // Faces are nobody else's business: all that follows is readable by its owner alone.
        umask(0o077)
        folder = try OutputFolder(path: path)
        let file = path.appending(Array("scores.jsonl".utf8))
        name = file.display
        let first = path.appending(Array("\(Self.stem(of: 1)).jpg".utf8))
        if case .success = InputWalker.status(of: first, followingLinks: false) {
            throw Self.holdsRecording(path)
        }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        scores = file.withCString { open($0, flags, 0o600) }
        guard scores >= 0 else {
            throw errno == EEXIST
                ? Self.holdsRecording(path) : OutputError(writing: name, errno: errno)
        }
        Complaint(
            subject: nil,
            message: """
                RECORDING: pictures of whoever is before the camera are kept in \(path.display), \
                readable by you alone, until you delete them.
                """
        ).print(style: errorStyle)
    }

    /// Keeps a frame with its record; passes over what is no frame.
    ///
    /// - Throws: ``OutputError`` when the disk is full.
    func record(_ event: LiveEvent) throws(OutputError) {
        guard case .frame(let frame) = event else { return }
        let stem = InputPath(Self.stem(of: frame.number))
        try folder.write(picture(of: frame), stem: stem, suffix: ".jpg")
        try StandardStreams.write(
            LiveRecord.frame(frame).compactText + "\n", to: scores, name: name)
    }

    /// The name of a frame's picture, without its suffix.
    private static func stem(of number: Int) -> String {
        let digits = String(number)
        return "frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    private static func holdsRecording(_ path: InputPath) -> OutputError {
        OutputError(
            writing: path.display,
            because: "it holds a recording. Name another folder, or delete that one first.")
    }

    private func picture(of frame: ScoredFrame) throws(OutputError) -> [UInt8] {
        if frame.source.mode.pixelFormat == .mjpeg {
            return frame.source.withBytes { [UInt8]($0) }
        }
        do throws(ImageError) {
            return try JPEGEncoder().encode(frame.picture.image)
        } catch {
            throw OutputError(picture: "frame \(frame.number)", error)
        }
    }
}
