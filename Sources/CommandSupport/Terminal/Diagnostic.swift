import FacialFunWire

/// A line on standard error: `PROGRAM: SUBJECT: message`.
package struct Diagnostic {
    /// Printable name of the object; nil if the message contains it.
    package let subject: String?
    /// The failure and its remedy.
    package let message: String

    /// Makes a line.
    package init(subject: String?, message: String) {
        self.subject = subject
        self.message = message
    }

    /// Message about other files in a folder of pictures; nil if there are none.
    package static func leftOut(files: Int) -> Diagnostic? {
        guard files > 0 else { return nil }
        return Diagnostic(
            subject: nil,
            message: Counted.text(files, "file is", "files are")
                + " skipped: not a picture by name or content")
    }

    /// Message about links that lead out of a folder; nil if there are none.
    package static func leftOut(links: Int) -> Diagnostic? {
        guard links > 0 else { return nil }
        return Diagnostic(
            subject: nil,
            message: Counted.text(links, "link is", "links are")
                + " skipped: links out of the folder (--follow-links)")
    }

    /// Message if no input is left; nil if there is one.
    package static func noInputs(_ count: Int) -> Diagnostic? {
        guard count == 0 else { return nil }
        return Diagnostic(
            subject: nil, message: "There is nothing to score: no picture and no film was found.")
    }

    /// The line, safe for a terminal.
    package func line(style: TerminalStyle) -> String {
        let start = style.painted("\(Executable.name):", .red)
        let origin = subject.map { " " + $0 + ":" } ?? ""
        return start + origin + " " + SafeText.oneLine(message) + "\n"
    }

    /// Prints the line on standard error.
    package func print(style: TerminalStyle) {
        StandardStreams.emitDiagnostic(line(style: style))
    }
}
