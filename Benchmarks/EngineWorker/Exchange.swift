import ArgumentParser
import Glibc

/// The conversation with the program that compares: a line about what is loaded, then for each number
/// that comes in the durations of so many runs.
enum Exchange {
    /// Reports what is loaded, then runs each request until the input ends.
    ///
    /// - Parameters:
    ///   - loaded: One JSON object.
    ///   - body: One run.
    /// - Throws: `ValidationError` for what is no number of runs, and what a run throws.
    static func serve(_ loaded: String, _ body: () throws -> Void) throws {
        say(loaded)
        while let line = readLine() {
            guard let count = Int(line), count >= 0 else {
                throw ValidationError("A number of runs was expected, not \"\(line)\".")
            }
            let durations = try (0..<count).map { _ in try nanoseconds(body) }
            say("[" + durations.map { "\($0)" }.joined(separator: ",") + "]")
        }
    }

    /// The nanoseconds that something takes.
    static func nanoseconds(_ body: () throws -> Void) rethrows -> UInt64 {
        let start = now()
        try body()
        return now() - start
    }

    /// Prints a line at once.
    static func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
