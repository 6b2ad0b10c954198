import Foundation

/// A child process: its output, signals and exit.
///
/// Not `Sendable`: it belongs to the thread that started it. That thread must live as long as the
/// child, because the kernel's parent-death signal refers to the parent's thread (prctl(2)).
final class ChildProcess {
    /// The way a process ended.
    enum Ending: Hashable, Sendable {
        case exit(code: Int32)
        case signal(Int32)
    }

    /// The process ID; nil after it was reaped, because the ID may then be reused.
    private(set) var number: pid_t?
    /// Its standard output and standard error, for nonblocking reads.
    let output: Int32

    /// setpriv of util-linux, which Debian always has, asks the kernel to end the child with this
    /// process; posix_spawn cannot.
    static let deathLink: String? = ["/usr/bin/setpriv", "/bin/setpriv"].first { path in
        access(path, X_OK) == 0
    }

    /// Starts a program with this process's environment.
    ///
    /// The child gets its own process group. Ctrl-C at the terminal then reaches only the game,
    /// and the game ends the service after its pending requests. In one group both would get the
    /// signal, and the game would mistake the service's exit for a crash.
    init(_ program: String, _ arguments: [String]) throws(FaceJudgeError) {
        guard let (readEnd, writeEnd) = WakePipe.makePipe() else {
            throw Self.failure(program, errno)
        }
        defer { close(writeEnd) }
        let words =
            (Self.deathLink.map { [$0, "--pdeathsig", "KILL", "--"] } ?? []) + [program] + arguments
        var child: pid_t = 0
        let code = Self.spawn(&child, words, output: writeEnd)
        guard code == 0 else {
            close(readEnd)
            throw Self.failure(program, code)
        }
        _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
        number = child
        output = readEnd
    }

    deinit { close(output) }

    private static func spawn(
        _ child: inout pid_t, _ words: [String], output: Int32
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        // The service must not inherit the game's sockets and database.
        for descriptor in openDescriptors() where descriptor > STDERR_FILENO {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setpgroup(&attributes, 0)
        // Ignored and blocked signals are inherited, so they are reset.
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let pointers = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return posix_spawn(&child, words[0], &actions, &attributes, pointers, environ)
    }

    private static func openDescriptors() -> [Int32] {
        // Without /proc, descriptors opened without O_CLOEXEC stay open in the child.
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [])
            .compactMap { Int32($0) }
    }

    /// Sends a signal to the process group; does nothing after it has ended.
    func send(_ signal: Int32) {
        guard let number else { return }
        if kill(-number, signal) != 0 { kill(number, signal) }
    }

    /// The way it ended; nil while it runs.
    func ending() -> Ending? {
        guard let number else { return nil }
        var status: Int32 = 0
        var result: pid_t
        repeat { result = waitpid(number, &status, WNOHANG) } while result == -1 && errno == EINTR
        guard result != 0 else { return nil }
        self.number = nil
        // Also ends processes that it may have left behind.
        kill(-number, SIGKILL)
        let signal = status & 0x7F
        return signal == 0 ? .exit(code: status >> 8 & 0xFF) : .signal(signal)
    }

    private static func failure(_ program: String, _ number: Int32) -> FaceJudgeError {
        FaceJudgeError(
            .cannotStart, "Cannot start \(program): \(String(cString: strerror(number))).")
    }
}
