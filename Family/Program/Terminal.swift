import Foundation

/// What the program says.
enum Terminal {
    /// Writes a line to standard output, at once.
    static func say(_ line: String) { write(line, to: .standardOutput) }

    /// Writes a line to standard error.
    static func complain(_ line: String) { write("facialfun-family: " + line, to: .standardError) }

    private static func write(_ line: String, to handle: FileHandle) {
        let shown = line.unicodeScalars.map { scalar in
            scalar.value < 0x20 && scalar != "\n" || scalar.value == 0x7F
                ? scalar.escaped(asASCII: true) : String(scalar)
        }.joined()
        // Whoever read it may have gone: there is nobody left to tell.
        try? handle.write(contentsOf: Data((shown + "\n").utf8))
    }
}
