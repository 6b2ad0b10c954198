import ArgumentParser
import Glibc

/// The protocol of the comparison program: a line about the loaded network, then for each number
/// received the durations of that number of runs.
enum Exchange {
    /// Reports the loaded network, then runs each request until the input ends.
    ///
    /// - Parameters:
    ///   - loaded: One JSON object.
    ///   - body: One run.
    /// - Throws: `ValidationError` for an invalid number of runs, and errors of `body`.
    static func serve(_ loaded: String, _ body: () throws -> Void) throws {
        writeLine(loaded)
        while let line = readLine() {
            guard let count = Int(line), count >= 0 else {
                throw ValidationError("expected a number of runs, found \"\(line)\"")
            }
            let durations = try (0..<count).map { _ in try nanoseconds(body) }
            writeLine("[" + durations.map { "\($0)" }.joined(separator: ",") + "]")
        }
    }

    /// The duration of a function in nanoseconds.
    static func nanoseconds(_ body: () throws -> Void) rethrows -> UInt64 {
        let start = now()
        try body()
        return now() - start
    }

    /// Prints a line and flushes standard output.
    static func writeLine(_ line: String) {
        print(line)
        fflush(nil)
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
