import CommandSupport
import FacialFunWire
import Glibc

/// A new process from its start to its end, with its standard output.
struct ChildProcess {
    /// Result of a process.
    struct Ended {
        /// Time from before the start until its end was noticed.
        let duration: Duration
        /// CPU time, including that in the kernel.
        let processorMilliseconds: Double
        /// The exit code; nil after a death by signal.
        let exitCode: Int32?
        /// All of standard output.
        let output: [UInt8]
        /// Peak resident memory, in megabytes of 1,048,576 bytes.
        let residentMegabytes: Double
    }

    /// Runs a program with this process's environment, standard input and standard error.
    ///
    /// The kernel's peak includes the resident memory before the program was loaded, so the parent
    /// should be smaller than the child.
    ///
    /// - Parameters:
    ///   - program: The path of its file.
    ///   - arguments: The arguments after its name, as bytes without NUL.
    /// - Returns: The result, for any exit code.
    /// - Throws: ``CommandError`` if it cannot be started or waited for.
    static func run(_ program: String, _ arguments: [[UInt8]]) throws(CommandError) -> Ended {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw failure("make a pipe for", program) }
        // The child inherits only the copy that becomes its standard output.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        defer { close(readEnd) }
        let start = ContinuousClock.now
        let child = try spawn(program, arguments, output: writeEnd)
        let output = readAll(readEnd)
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) == -1 {
            guard errno == EINTR else { throw failure("wait for", program) }
        }
        let exited = status & 0x7F == 0
        return Ended(
            duration: start.duration(to: .now),
            processorMilliseconds: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
            exitCode: exited ? status >> 8 & 0xFF : nil,
            output: output, residentMegabytes: Double(usage.ru_maxrss) / 1024)
    }

    private static func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
    }

    /// Starts the program, and closes this process's end of its standard output.
    private static func spawn(
        _ program: String, _ arguments: [[UInt8]], output: Int32
    ) throws(CommandError) -> pid_t {
        defer { close(output) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        let words = [Array(program.utf8)] + arguments
        let pointers = words.map { word in strdup(InputPath(bytes: word)) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, program, &actions, nil, pointers, environ)
        guard code == 0 else {
            throw CommandError(code: .unfit, message: "Cannot start \(program): \(Errno(code)).")
        }
        return child
    }

    private static func strdup(_ word: InputPath) -> UnsafeMutablePointer<CChar>? {
        word.withCString { Glibc.strdup($0) }
    }

    private static func readAll(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let room = 16 * 1024
            var count = 0
            bytes += [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                repeat {
                    count = read(descriptor, buffer.baseAddress, room)
                } while count == -1 && errno == EINTR
                filled = max(0, count)
            }
            if count <= 0 { return bytes }
        }
    }

    private static func failure(_ what: String, _ program: String) -> CommandError {
        CommandError(code: .unfit, message: "Cannot \(what) \(program): \(Errno.current).")
    }
}
