import CommandSupport
import FacialFunWire
import Glibc

/// The output of a run: standard output, or the file of `--output`.
///
/// A record is written as soon as it is available, so a killed run loses at most the newest one.
final class RecordOutput {
    private let descriptor: Int32
    private let name: String

    /// Standard output.
    static var standard: RecordOutput {
        RecordOutput(descriptor: STDOUT_FILENO, name: "standard output")
    }

    private init(descriptor: Int32, name: String) {
        (self.descriptor, self.name) = (descriptor, name)
    }

    /// Opens a file, creating it if necessary.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - length: Number of bytes to keep; the rest is truncated.
    ///   - inputs: The input files, which it must not be.
    /// - Throws: The reason why it cannot be written.
    init(
        _ path: InputPath, keeping length: Int, sparing inputs: Set<InputWalker.FileIdentity>
    ) throws(CommandError) {
        if let identity = InputWalker.FileIdentity(of: path), inputs.contains(identity) {
            throw CommandError(
                writing: path.display, because: "it is an input. Name another file.")
        }
        descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666) }
        name = path.display
        guard descriptor >= 0 else { throw CommandError(writing: name, errno: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw CommandError(writing: name, errno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CommandError(writing: name, because: "it is not a regular file.")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw CommandError(
                writing: name,
                because: "another run is writing to it. Wait for it to end, or name another file.")
        }
        guard ftruncate(descriptor, off_t(length)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
            throw CommandError(writing: name, errno: errno)
        }
    }

    deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

    /// Whether the output is a terminal.
    var isTerminal: Bool { StandardStreams.isTerminal(descriptor) }

    /// Writes a text.
    func write(_ text: String) throws(CommandError) {
        guard !text.isEmpty else { return }
        try StandardStreams.write(text, to: descriptor, name: name)
    }
}
