import Glibc

/// The three standard descriptors of a process.
package enum StandardStreams {
    /// Whether a descriptor is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Opens standard streams that were closed before the start.
    ///
    /// Otherwise the first opened file would get the number of standard output, and reports would
    /// be written into it. Substitutes for output can only be read, and that for input can only be
    /// written, so using them is still an error (EBADF).
    package static func reserveClosed() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            guard fcntl(descriptor, F_GETFD) == -1, errno == EBADF else { continue }
            // open returns the lowest free number, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes all bytes, waiting if the descriptor cannot take more.
    ///
    /// If the reader has exited, the process dies by SIGPIPE as usual; if that signal is ignored,
    /// the error reports it.
    package static func write(
        _ text: String, to descriptor: Int32, name: String
    ) throws(CommandError) {
        try write(Array(text.utf8), to: descriptor, name: name)
    }

    /// Writes all bytes; see ``write(_:to:name:)-(String,_,_)``.
    package static func write(
        _ bytes: [UInt8], to descriptor: Int32, name: String
    ) throws(CommandError) {
        var failure: Int32 = 0
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty, failure == 0 {
                let count = Glibc.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&request, 1, -1)
                } else if errno != EINTR {
                    failure = errno
                }
            }
        }
        guard failure == 0 else { throw CommandError(writing: name, errno: failure) }
    }

    /// Writes to standard output.
    package static func print(_ text: String) throws(CommandError) {
        try write(text, to: STDOUT_FILENO, name: "standard output")
    }

    /// Writes to standard error; errors are ignored because there is no other place to report them.
    package static func emitDiagnostic(_ text: String) {
        do { try write(text, to: STDERR_FILENO, name: "standard error") } catch {}
    }

    /// Throws the error of writing to stdout if its reader has exited, even if nothing is left to
    /// write.
    package static func checkReader() throws(CommandError) {
        var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        guard poll(&request, 1, 0) > 0, request.revents & Int16(POLLERR) != 0 else { return }
        throw CommandError(writing: "standard output", errno: EPIPE)
    }

    /// Escape sequence that hides the cursor.
    package static let hidingCursor = "\u{1B}[?25l"
    /// Escape sequence that shows the cursor and restores line wrapping.
    package static let showingCursor = "\u{1B}[?25h\u{1B}[?7h"

    /// Shows the cursor again where standard output is a terminal.
    package static func restoreTerminal() {
        guard isTerminal(STDOUT_FILENO) else { return }
        // If this fails, the terminal was closed and needs no cursor.
        do { try print(showingCursor) } catch {}
    }
}
