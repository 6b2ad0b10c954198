import CommandSupport
import FacialFunWire
import Glibc

/// The output of a run: standard output, or the file of `--output`.
///
/// A record is written as soon as it is there, so that a run that is killed loses the newest at most.
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

    /// Opens a file, which is made where there is none.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - length: How many of its bytes are kept; the rest is cut off.
    ///   - inputs: The files that are scored, of which it may be none.
    /// - Throws: Why it cannot be written.
    init(
        _ path: InputPath, keeping length: Int, sparing inputs: Set<InputWalker.FileIdentity>
    ) throws(CommandError) {
        if let identity = InputWalker.FileIdentity(of: path), inputs.contains(identity) {
            throw CommandError(
                writing: path.display, because: "it is one of the inputs. Name another file.")
        }
        descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666) }
        name = path.display
        guard descriptor >= 0 else { throw CommandError(writing: name, errno: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw CommandError(writing: name, errno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CommandError(writing: name, because: "it is not a file. Name a file.")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw CommandError(
                writing: name,
                because: "another run is writing it. Wait for its end, or name another file.")
        }
        guard ftruncate(descriptor, off_t(length)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
            throw CommandError(writing: name, errno: errno)
        }
    }

    deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

    /// Whether what is written appears on a terminal.
    var isTerminal: Bool { StandardStreams.isTerminal(descriptor) }

    /// Writes a text.
    func write(_ text: String) throws(CommandError) {
        guard !text.isEmpty else { return }
        try StandardStreams.write(text, to: descriptor, name: name)
    }
}
