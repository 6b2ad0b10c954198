import FacialFunWire

/// A line on standard error: `PROGRAM: SUBJECT: message`.
package struct Diagnostic {
    /// What it is about, printable; nil where the message says so itself.
    package let subject: String?
    /// What happened and what to do about it.
    package let message: String

    /// Makes a line.
    package init(subject: String?, message: String) {
        self.subject = subject
        self.message = message
    }

    /// What is said of files that a folder holds beside its pictures; nil when there are none.
    package static func leftOut(files: Int) -> Diagnostic? {
        guard files > 0 else { return nil }
        return Diagnostic(
            subject: nil,
            message: Counted.text(files, "file is", "files are")
                + " left out: not a picture by name or content")
    }

    /// What is said of links that lead out of a folder; nil when there are none.
    package static func leftOut(links: Int) -> Diagnostic? {
        guard links > 0 else { return nil }
        return Diagnostic(
            subject: nil,
            message: Counted.text(links, "link is", "links are")
                + " left out: leading out of the folder (--follow-links)")
    }

    /// What is said where no input is left; nil when there is one.
    package static func noInputs(_ count: Int) -> Diagnostic? {
        guard count == 0 else { return nil }
        return Diagnostic(
            subject: nil, message: "There is nothing to score: no picture and no film was found.")
    }

    /// The line, safe for a terminal.
    package func line(style: TerminalStyle) -> String {
        let start = style.painted("\(Executable.name):", .red)
        let middle = subject.map { " " + $0 + ":" } ?? ""
        return start + middle + " " + SafeText.oneLine(message) + "\n"
    }

    /// Prints the line on standard error.
    package func print(style: TerminalStyle) {
        StandardStreams.emitDiagnostic(line(style: style))
    }
}
