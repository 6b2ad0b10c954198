public import ArgumentParser
import Glibc

/// Wraps what ArgumentParser does not: usage lines, and lists of examples and exit codes on narrow
/// terminals.
///
/// ArgumentParser prints the usage as one long line, and continues long lines of a discussion in
/// the first column, where they look like another entry.
public enum HelpLayout {
    /// The width for which the discussions are written, and that of an unknown terminal, in
    /// characters.
    private static let designedWidth = 80

    /// Wraps a discussion; continued lines keep the indentation of the entry or of its text.
    ///
    /// - Parameters:
    ///   - text: Lines of any length.
    ///   - columns: The width of the terminal, in characters.
    /// - Returns: The text in lines of that width; only a longer word exceeds it.
    static func wrapped(_ text: some StringProtocol, columns: Int) -> String {
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
    private static var columns: Int? {
        if let text = getenv("COLUMNS"), let columns = Int(String(cString: text)), columns > 0 {
            return columns
        }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Wraps the usage line of a help text or an error message.
    ///
    /// - Parameters:
    ///   - text: A text with at most one line that starts with `USAGE: ` or `Usage: `.
    ///   - columns: The width of the terminal, in characters.
    /// - Returns: The text; continued lines of the usage start below its first argument, and an
    ///   option and its value stay on one line.
    static func usageWrapped(_ text: String, columns: Int) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard
            let usage = lines.firstIndex(where: {
                $0.hasPrefix("USAGE: ") || $0.hasPrefix("Usage: ")
            }),
            lines[usage].count > columns
        else { return text }
        let parts = usageParts(lines[usage])
        let indentation = parts[0].count < columns / 2 ? parts[0].count + 1 : 9
        var wrapped = [parts[0]]
        for part in parts.dropFirst() {
            if wrapped[wrapped.count - 1].count + 1 + part.count > columns {
                wrapped.append(String(repeating: " ", count: indentation) + part)
            } else {
                wrapped[wrapped.count - 1] += " " + part
            }
        }
        lines.replaceSubrange(usage...usage, with: wrapped)
        return lines.joined(separator: "\n")
    }

    /// The command of a usage line, and each of its arguments.
    private static func usageParts(_ line: String) -> [String] {
        var parts: [String] = []
        var depth = 0
        var takesValue = false
        for word in line.split(separator: " ") {
            let startsArgument = "[-<".contains(word.first ?? " ")
            if parts.isEmpty || depth == 0 && startsArgument && !(takesValue && word.first == "<") {
                parts.append(String(word))
            } else {
                parts[parts.count - 1] += " " + word
            }
            takesValue = word.first == "-"
            for character in word {
                depth += character == "[" ? 1 : character == "]" ? -1 : 0
            }
        }
        return parts
    }

    /// The help or error message, fitted to the terminal; nil if ArgumentParser's own text fits.
    fileprivate static func text<Program: ParsableArguments>(
        for error: any Error, of program: Program.Type
    ) -> String? {
        let columns = max(columns ?? designedWidth, 20)
        let original = program.fullMessage(for: error)
        let fitted = usageWrapped(
            narrowHelp(for: error, of: program, columns: columns) ?? original, columns: columns)
        return fitted == original ? nil : fitted
    }

    /// The help with a wrapped discussion; nil if the error does not request help, or if the
    /// terminal is wide enough.
    private static func narrowHelp<Program: ParsableArguments>(
        for error: any Error, of program: Program.Type, columns: Int
    ) -> String? {
        guard columns < designedWidth, program.exitCode(for: error) == .success else { return nil }
        let narrow = program.fullMessage(for: error, columns: columns)
        let wide = program.fullMessage(for: error, columns: 10_000)
        guard let usage = narrow.firstRange(of: "\nUSAGE:"),
            let end = wide.firstRange(of: "\nUSAGE:")
        else { return nil }
        return wrapped(wide[..<end.lowerBound], columns: columns) + narrow[usage.lowerBound...]
    }
}

extension ParsableCommand {
    /// Runs the command of the command line and exits with its error; fits help to the terminal.
    public static func runFittingHelp() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            exitFittingHelp(withError: error)
        }
    }

    fileprivate static func exitFittingHelp(withError error: any Error) -> Never {
        guard let text = HelpLayout.text(for: error, of: Self.self) else { exit(withError: error) }
        let code = exitCode(for: error)
        if code == .success {
            print(text)
        } else {
            printOnStandardError(text + "\n")
        }
        exit(withError: code)
    }

    /// Writes the text without Foundation, which would double the size of the program.
    ///
    /// Errors are ignored: the reader may be gone.
    private static func printOnStandardError(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }
}

extension AsyncParsableCommand {
    /// Runs the command of the command line and exits with its error; fits help to the terminal.
    public static func runFittingHelp() async {
        do {
            var command = try await asyncParseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            exitFittingHelp(withError: error)
        }
    }
}
