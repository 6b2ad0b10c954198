package import ArgumentParser
import Glibc

/// Wraps the lists of examples and exit codes in `--help` on narrow terminals.
///
/// ArgumentParser continues long lines of a discussion in the first column, where they look like
/// another entry.
package enum NarrowHelp {
    /// The width for which the discussions are written, in characters.
    private static let designedWidth = 80

    /// Wraps a discussion; continued lines keep the indentation of the entry or of its text.
    ///
    /// - Parameters:
    ///   - text: Lines of any length.
    ///   - columns: The width of the terminal, in characters.
    /// - Returns: The text in lines of that width; only a longer word exceeds it.
    package static func wrapped(_ text: some StringProtocol, columns: Int) -> String {
        var entries: [(text: String, indentation: Int)] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let blanks = line.prefix { $0 == " " }.count
            // A line that continues an entry which was wrapped by hand.
            if let last = entries.last, blanks > 2, last.indentation == blanks {
                entries[entries.count - 1].text += " " + line.dropFirst(blanks)
                continue
            }
            entries.append((String(line), hangingIndentation(of: line, columns: columns)))
        }
        return entries.map { wrapped($0.text, indentation: $0.indentation, columns: columns) }
            .joined(separator: "\n")
    }

    /// The column of an entry's continued lines: that of its text if this leaves enough room.
    private static func hangingIndentation(of line: some StringProtocol, columns: Int) -> Int {
        let blanks = line.prefix { $0 == " " }.count
        guard blanks > 0 else { return 0 }
        let name = line.dropFirst(blanks).prefix { $0 != " " }
        let gap = line.dropFirst(blanks + name.count).prefix { $0 == " " }.count
        let text = blanks + name.count + gap
        let isList = gap > 1 || gap == 1 && name.allSatisfy(\.isNumber)
        return isList && text <= columns / 2 ? text : blanks + 4
    }

    private static func wrapped(_ line: String, indentation: Int, columns: Int) -> String {
        guard line.count > columns else { return line }
        var lines: [String] = []
        let first = line.prefix { $0 == " " }
        var current = String(first)
        var isEmpty = true
        // Keeps the gaps within an entry that fits on one line.
        for word in line.dropFirst(first.count).split(
            separator: " ", omittingEmptySubsequences: false)
        {
            if !isEmpty, current.count + 1 + word.count > columns {
                lines.append(String(current.reversed().drop { $0 == " " }.reversed()))
                (current, isEmpty) = (String(repeating: " ", count: indentation), true)
            }
            if isEmpty, word.isEmpty { continue }
            current += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return (lines + [current]).joined(separator: "\n")
    }

    /// The width of the terminal: `COLUMNS`, or that of standard output; nil if unknown.
    fileprivate static var columns: Int? {
        if let text = getenv("COLUMNS"), let columns = Int(String(cString: text)), columns > 0 {
            return columns
        }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// The wrapped help if the error is a request for help; nil otherwise, or if the terminal is
    /// wide enough.
    fileprivate static func text<Program: ParsableCommand>(
        for error: any Error, of program: Program.Type
    ) -> String? {
        guard let columns, columns < designedWidth, program.exitCode(for: error) == .success else {
            return nil
        }
        let narrow = program.fullMessage(for: error, columns: columns)
        let wide = program.fullMessage(for: error, columns: 10_000)
        guard let usage = narrow.firstRange(of: "\nUSAGE:"),
            let end = wide.firstRange(of: "\nUSAGE:")
        else { return nil }
        return wrapped(wide[..<end.lowerBound], columns: max(columns, 20))
            + narrow[usage.lowerBound...]
    }
}

extension ParsableCommand {
    /// Runs the command of the command line and exits with its error; wraps help to the terminal.
    package static func runFittingHelp() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            if let help = NarrowHelp.text(for: error, of: Self.self) {
                print(help)
                exit(withError: ExitCode.success)
            }
            exit(withError: error)
        }
    }
}
