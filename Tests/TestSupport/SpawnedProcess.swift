import Glibc

/// A program that a test runs and waits for, with posix_spawn(3) and waitpid(2).
///
/// Foundation's `Process` is not used because it sometimes hangs under load although the child has
/// ended. The child reads standard input from /dev/null, writes its output to files, and starts
/// with no signal blocked or ignored.
package enum SpawnedProcess {
    /// A program could not be started or waited for.
    package struct Failure: Error, CustomStringConvertible {
        /// The failed operation and the system's error message.
        package let description: String

        init(_ what: String, _ number: Int32) {
            description = "cannot \(what): \(strerror(number).map { String(cString: $0) } ?? "")"
        }
    }

    /// Runs a program until it exits.
    ///
    /// - Parameters:
    ///   - program: The path of its file.
    ///   - arguments: The arguments after its name.
    ///   - environment: All environment variables.
    ///   - output: The file for standard output; it is overwritten.
    ///   - errors: The file for standard error.
    /// - Returns: The exit code; 128 plus the signal number if a signal killed it.
    /// - Throws: ``Failure``.
    package static func run(
        _ program: String, _ arguments: [String], environment: [String: String],
        output: String, errors: String
    ) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, flags, 0o600)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var set = sigset_t()
        sigemptyset(&set)
        posix_spawnattr_setsigmask(&attributes, &set)
        sigfillset(&set)
        posix_spawnattr_setsigdefault(&attributes, &set)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, program, &actions, &attributes, words, variables)
        guard code == 0 else { throw Failure("start \(program)", code) }
        return try wait(for: child, program)
    }

    private static func wait(for child: pid_t, _ program: String) throws -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1 {
            guard errno == EINTR else { throw Failure("wait for \(program)", errno) }
        }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
