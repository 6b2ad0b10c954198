package import Foundation
import Synchronization

/// A program in its own process group, with limits on time, memory, output and descriptors.
///
/// It inherits neither the server's environment nor its open files. It ends with the server: the
/// kernel kills it when the thread that started it dies (prctl(2)).
package struct SandboxedProcess: Sendable {
    /// The limits of a program.
    package struct Limits: Hashable, Sendable {
        /// Maximum run time in seconds.
        package var seconds: Double
        /// Maximum address space in bytes.
        package var memory: Int
        /// Maximum size of a written file in bytes.
        package var fileSize: Int

        package init(seconds: Double = 600, memory: Int = 3 << 30, fileSize: Int = 400_000_000) {
            self.seconds = seconds
            self.memory = memory
            self.fileSize = fileSize
        }
    }

    /// The result of a finished program.
    package struct Ending: Hashable, Sendable {
        /// The exit code; nil if a signal ended it.
        package let code: Int32?
        /// The end of its standard error.
        package let errors: String
    }

    package let program: String
    package let arguments: [String]
    /// The folder for temporary files and the standard error.
    package let home: URL
    package var limits: Limits

    package init(
        _ program: String, _ arguments: [String], home: URL, limits: Limits = Limits()
    ) {
        self.program = program
        self.arguments = arguments
        self.home = home
        self.limits = limits
    }

    /// The path of a program; nil if it is not installed.
    package static func find(_ name: String) -> String? {
        ["/usr/local/bin/", "/usr/bin/", "/bin/"].map { $0 + name }.first { access($0, X_OK) == 0 }
    }

    /// Runs the program to its end.
    ///
    /// Canceling the task ends the whole group, by SIGTERM and two seconds later by SIGKILL.
    ///
    /// - Parameter line: Receives each line of output.
    /// - Returns: The exit code and the end of standard error.
    /// - Throws: `program_missing`, `took_too_long`; `CancellationError` after cancellation.
    package func run(line: @escaping @Sendable (String) -> Void = { _ in }) async throws -> Ending {
        let isCancelled = Atomic(false)
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { continuation in
                // The kernel ends the program with this thread, so the thread lives as long as the
                // program.
                Thread.detachNewThread {
                    continuation.resume(with: Result { try runHere(isCancelled, line) })
                }
            }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
        }
    }

    private func runHere(
        _ isCancelled: borrowing Atomic<Bool>, _ line: (String) -> Void
    ) throws -> Ending {
        guard access(program, X_OK) == 0 else {
            throw MediaError(
                "program_missing",
                "Cannot start \(program): \(String(cString: strerror(errno))). "
                    + "Install it on the server.")
        }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw MediaError.system("Making a pipe", errno) }
        let reading = ends[0]
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(reading) }
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
        let errors = home.appending(path: "errors-\(UUID().uuidString).log")
        defer { unlink(errors.path) }
        var number: pid_t = 0
        let code = spawn(&number, output: ends[1], errors: errors.path)
        close(ends[1])
        guard code == 0 else { throw MediaError.system("Starting \(program)", code) }
        let status = watch(number, reading, isCancelled, line)
        if status.isCancelled { throw CancellationError() }
        guard !status.isLate else {
            throw MediaError(
                "took_too_long",
                "Converting took more than \(Int(limits.seconds)) s. Choose a shorter or smaller file."
            )
        }
        let signal = status.wait & 0x7F
        return Ending(
            code: signal == 0 ? status.wait >> 8 & 0xFF : nil, errors: Self.tail(of: errors))
    }

    /// The last 64,000 bytes of a file, regardless of its size.
    private static func tail(of file: URL) -> String {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return "" }
        defer { try? handle.close() }
        guard let end = try? handle.seekToEnd(),
            (try? handle.seek(toOffset: end - min(end, 64_000))) != nil,
            let bytes = try? handle.readToEnd()
        else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func watch(
        _ number: pid_t, _ reading: Int32, _ isCancelled: borrowing Atomic<Bool>,
        _ line: (String) -> Void
    ) -> (wait: Int32, isCancelled: Bool, isLate: Bool) {
        let start = ContinuousClock.now
        var lines = LineReader()
        var (stopping, isLate) = (ContinuousClock.Instant?.none, false)
        while true {
            var item = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            _ = poll(&item, 1, 50)
            lines.read(from: reading, line)
            var wait: Int32 = 0
            let ended = waitpid(number, &wait, WNOHANG)
            if ended == number || (ended == -1 && errno == ECHILD) {
                lines.read(from: reading, line)
                // Also kills remaining child processes.
                kill(-number, SIGKILL)
                return (wait, isCancelled.load(ordering: .relaxed), isLate)
            }
            let late = ContinuousClock.now - start > .seconds(limits.seconds)
            if let stopping {
                if ContinuousClock.now - stopping > .seconds(2) { kill(-number, SIGKILL) }
            } else if late || isCancelled.load(ordering: .relaxed) {
                isLate = late
                stopping = .now
                kill(-number, SIGTERM)
            }
        }
    }

    private func spawn(_ child: inout pid_t, output: Int32, errors: String) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(
            &actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for descriptor in open.compactMap({ Int32($0) }) where descriptor > STDERR_FILENO {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setpgroup(&attributes, 0)
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var words: [String] = []
        if let guardian = Self.find("setpriv") {
            words += [guardian, "--pdeathsig", "KILL", "--no-new-privs", "--"]
        }
        if let limiter = Self.find("prlimit") {
            words += [
                limiter, "--as=\(limits.memory)", "--fsize=\(limits.fileSize)", "--core=0",
                "--nofile=256", "--cpu=\(Int(limits.seconds) * 4 + 1)", "--",
            ]
        }
        words += [program] + arguments
        let environment = [
            "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=\(home.path)", "TMPDIR=\(home.path)",
        ]
        let pointers = words.map { strdup($0) } + [nil]
        let values = environment.map { strdup($0) } + [nil]
        defer { for pointer in pointers + values { free(pointer) } }
        return posix_spawn(&child, words[0], &actions, &attributes, pointers, values)
    }
}

/// Splits a stream of bytes into lines.
private struct LineReader {
    private var rest: [UInt8] = []

    /// Reads all available bytes.
    ///
    /// Lines of more than 64 KB are dropped.
    mutating func read(from descriptor: Int32, _ line: (String) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 8192)
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            rest += buffer[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeSubrange(...end)
            }
            if rest.count > 65_536 { rest.removeAll() }
        }
    }
}
