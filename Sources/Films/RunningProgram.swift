import CFacialFun
package import FacialFun
import FacialFunWire
import Glibc

/// A running program with its output and error output.
///
/// It is started without a shell, with its own environment, with no open files of this process
/// except its own, and with limits of memory and time. It has its own process group, which is
/// killed, including all child processes, when a limit is exceeded or the value is released. Not
/// thread-safe.
package final class RunningProgram {
    /// Maximum number of stderr bytes to keep, from the start.
    private static let maxComplaintBytes = 4096

    /// Its process identifier.
    let process: pid_t
    private let output: Int32
    private let errors: Int32
    private var complaintBytes: [UInt8] = []
    private var hasErrors = true
    private var status: Int32?
    private let name: String
    private let maxSilence: Double
    /// Deadline on ``Support/MonotonicClock``, in milliseconds.
    private let deadline: Double
    /// Maximum seconds for which a program may run after it has closed its output.
    private static let maxEndSeconds = 10.0

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: Its file.
    ///   - arguments: The arguments after its name, as bytes without NUL.
    ///   - input: Its standard input; nil for none.
    ///   - maxMemory: Maximum address space in bytes.
    ///   - maxSilence: Maximum seconds without output while this process waits for it.
    ///   - maxSeconds: Maximum run time in seconds.
    /// - Throws: `system` if it cannot be started.
    package init(
        _ program: ExternalProgram, _ arguments: [[UInt8]], input: Int32? = nil, maxMemory: Int,
        maxSilence: Double, maxSeconds: Double = .infinity
    ) throws(FacialFunError) {
        let (output, outputEnd) = try Self.pipe()
        let (errors, errorEnd): (Int32, Int32)
        do throws(FacialFunError) {
            (errors, errorEnd) = try Self.pipe()
        } catch {
            close(output)
            close(outputEnd)
            throw error
        }
        defer {
            close(outputEnd)
            close(errorEnd)
        }
        var process: pid_t = 0
        let code = Self.spawn(
            program, arguments, (input, outputEnd, errorEnd), &process)
        guard code == 0 else {
            close(output)
            close(errors)
            throw FacialFunError(
                code: .system, message: "Cannot start \(program.path): \(Errno(code)).")
        }
        facialfun_guard_group(process)
        // The limit applies to later allocations, because the program is already running.
        facialfun_limit_memory(process, UInt64(maxMemory))
        (self.process, self.output, self.errors) = (process, output, errors)
        name = program.name
        self.maxSilence = maxSilence
        deadline = MonotonicClock.milliseconds + maxSeconds * 1000
    }

    deinit {
        if status == nil {
            killGroup()
            wait()
        }
        close(output)
        close(errors)
    }

    /// Reads its output, waiting until there is some.
    ///
    /// - Parameter buffer: Destination of the bytes; not empty.
    /// - Returns: The number of bytes; 0 at the end.
    /// - Throws: `timedOut` if nothing arrives in time; then it is killed. `system`.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FacialFunError) -> Int {
        while true {
            try wait(for: output, Int16(POLLIN))
            let count = Glibc.read(output, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR || errno == EAGAIN else { throw Self.failure("read from") }
        }
    }

    /// Writes to a socket that it reads, and reads its error output meanwhile.
    ///
    /// - Parameters:
    ///   - bytes: The data.
    ///   - socket: This process's end.
    /// - Returns: Whether all data were read; false if it has closed its end.
    /// - Throws: `timedOut` if it reads nothing in time; then it is killed. `system`.
    func write(_ bytes: UnsafeRawBufferPointer, to socket: Int32) throws(FacialFunError) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            try wait(for: socket, Int16(POLLOUT))
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            let count = send(socket, rest.baseAddress, rest.count, flags)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EPIPE || errno == ECONNRESET {
                return false
            } else if errno != EINTR, errno != EAGAIN {
                throw Self.failure("write to")
            }
        }
        return true
    }

    /// Waits for the program to end; kills it if it keeps running long after its output.
    ///
    /// - Returns: Its exit code; 128 plus the signal number for a death by signal.
    package func end() -> Int32 {
        if let status { return status }
        let limit = min(deadline, MonotonicClock.milliseconds + Self.maxEndSeconds * 1000)
        while hasErrors, hasErrors(until: limit) { takeErrors() }
        // The program may have ended while its child processes still hold its streams.
        while !hasEnded() {
            guard MonotonicClock.milliseconds < limit else { break }
            usleep(2000)
        }
        if status == nil {
            killGroup()
            wait()
        } else if hasErrors {
            // A child process still holds the stream of its error output.
            kill(-process, SIGKILL)
        }
        return status ?? 127
    }

    /// Kills it and its child processes.
    private func killGroup() {
        kill(-process, SIGKILL)
        // The program itself may have left its process group.
        kill(process, SIGKILL)
    }

    /// Reaps it without waiting; returns whether it has ended.
    private func hasEnded() -> Bool { status != nil || takeEnd(WNOHANG) }

    private func wait() { _ = takeEnd(0) }

    private func takeEnd(_ options: Int32) -> Bool {
        var state: Int32 = 0
        var found = waitpid(process, &state, options)
        while found == -1, errno == EINTR { found = waitpid(process, &state, options) }
        guard found != 0 else { return false }
        facialfun_release_group(process)
        let signal = state & 0x7F
        status = found == -1 ? 127 : signal == 0 ? state >> 8 & 0xFF : 128 + signal
        return true
    }

    /// Error output so far, in one line; nil if there is none.
    package var complaint: String? { Self.complaint(in: complaintBytes) }

    /// Error output of a program in one line; nil if there is none.
    package static func complaint(in bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map { line in
            SafeText.oneLine(withoutAddresses(String(line)))
        }
        return lines.isEmpty ? nil : lines.prefix(3).joined(separator: "; ")
    }

    /// Removes the addresses of objects from a line of ffmpeg, such as `[matroska @ 0x55d7]`, which
    /// differ each time.
    private static func withoutAddresses(_ line: String) -> String {
        let parts = line.split(separator: " @ 0x", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            index == 0 ? String(part) : String(part.drop(while: \.isHexDigit))
        }.joined()
    }

    /// Waits until one of its streams is ready, and reads its error output meanwhile, so that the
    /// program never blocks on it.
    private func wait(for stream: Int32, _ events: Int16) throws(FacialFunError) {
        let limit = min(deadline, MonotonicClock.milliseconds + maxSilence * 1000)
        while true {
            guard MonotonicClock.milliseconds < deadline else { throw timeOut(deadline) }
            var requests = [
                pollfd(fd: stream, events: events, revents: 0),
                pollfd(fd: hasErrors ? errors : -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&requests, 2, Self.pollTime(until: limit)) >= 0 || errno == EINTR else {
                throw Self.failure("wait for")
            }
            if requests[1].revents != 0 { takeErrors() }
            if requests[0].revents != 0 { return }
            guard MonotonicClock.milliseconds < limit else { throw timeOut(limit) }
        }
    }

    /// Kills it because of the timeout.
    private func timeOut(_ limit: Double) -> FacialFunError {
        killGroup()
        let isOver = limit == deadline
        return FacialFunError(
            code: .timedOut,
            message: isOver
                ? "\(name) did not end in time and was killed. Is the file complete? Try again, or "
                    + "convert the file."
                : "\(name) sent no output for \(Int(maxSilence.rounded(.up))) seconds and was killed. "
                    + "Is the file complete? Try again, or convert the file.",
            cause: complaint)
    }

    /// Whether its error output has data or its end before a time.
    private func hasErrors(until limit: Double) -> Bool {
        while true {
            var request = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
            let found = poll(&request, 1, Self.pollTime(until: limit))
            if found > 0 { return true }
            if found == 0 || errno != EINTR { return false }
        }
    }

    /// Timeout for poll(2), rounded up to whole milliseconds.
    private static func pollTime(until limit: Double) -> Int32 {
        Int32(min(max((limit - MonotonicClock.milliseconds).rounded(.up), 0), 60_000))
    }

    /// Reads some error output; output beyond the limit is discarded.
    private func takeErrors() {
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            var read = Glibc.read(errors, buffer.baseAddress, buffer.count)
            while read == -1, errno == EINTR {
                read = Glibc.read(errors, buffer.baseAddress, buffer.count)
            }
            count = max(0, read)
        }
        if bytes.isEmpty { hasErrors = false }
        let room = Self.maxComplaintBytes - complaintBytes.count
        complaintBytes += bytes.prefix(max(0, room))
    }

    private static func failure(_ what: String) -> FacialFunError {
        FacialFunError(code: .system, message: "Cannot \(what) another program: \(Errno.current).")
    }

    private static func pipe() throws(FacialFunError) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        guard facialfun_pipe(&ends) == 0 else { throw failure("make a pipe for") }
        return (ends[0], ends[1])
    }

    private static func spawn(
        _ program: ExternalProgram, _ arguments: [[UInt8]],
        _ streams: (input: Int32?, output: Int32, errors: Int32), _ process: inout pid_t
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input = streams.input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, streams.output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, streams.errors, STDERR_FILENO)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var set = sigset_t()
        sigemptyset(&set)
        posix_spawnattr_setsigmask(&attributes, &set)
        sigaddset(&set, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &set)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        let words = ([Array(program.path.utf8)] + arguments).map(copied) + [nil]
        // Passes nothing else of this environment. FFREPORT, for example, would make ffmpeg write
        // files.
        let variables = [copied(Array("LC_ALL=C".utf8)), nil]
        defer { for word in words + variables { free(word) } }
        return posix_spawn(&process, program.path, &actions, &attributes, words, variables)
    }

    /// An argument terminated by NUL, which the caller frees.
    private static func copied(_ word: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        word.withUnsafeBytes { bytes in
            guard let memory = malloc(bytes.count + 1) else { return nil }
            if let base = bytes.baseAddress { memcpy(memory, base, bytes.count) }
            let text = memory.bindMemory(to: CChar.self, capacity: bytes.count + 1)
            text[bytes.count] = 0
            return text
        }
    }
}
