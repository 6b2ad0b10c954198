import Foundation

/// Writes to standard output and standard error.
enum Terminal {
    /// Writes a line to standard output, unbuffered.
    static func printLine(_ line: String) { write(line, to: .standardOutput) }

    /// Writes a line to standard error.
    static func complain(_ line: String) { write("facialfun-family: " + line, to: .standardError) }

    private static func write(_ line: String, to handle: FileHandle) {
        let shown = line.unicodeScalars.map { scalar in
            scalar.value < 0x20 && scalar != "\n" || scalar.value == 0x7F
                ? scalar.escaped(asASCII: true) : String(scalar)
        }.joined()
        // Errors are ignored: the reader may be gone.
        try? handle.write(contentsOf: Data((shown + "\n").utf8))
    }
}
