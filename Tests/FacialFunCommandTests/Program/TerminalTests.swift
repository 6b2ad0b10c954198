import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

/// Behavior on a terminal, which `script` (Debian's bsdutils) emulates.
@Suite(.enabled(if: PseudoTerminal.isAvailable, "needs the command `script`"))
struct TerminalTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The terminal output of a command.
    private func shown(_ command: String, term: String = "xterm", setup: String = "") throws
        -> String
    {
        let result = try Program.shell(
            "\(setup)\nscript -qec '\(command)' /dev/null < /dev/null", in: folder,
            variables: ["TERM": term])
        return result.output
    }

    @Test("colors require a capable terminal and can be switched off")
    func colors() throws {
        #expect(try shown("$F score --search live $PORTRAIT").contains("\u{1B}[32m"))
        #expect(!(try shown("$F score --search live $PORTRAIT --no-color").contains("\u{1B}")))
        #expect(!(try shown("NO_COLOR=1 $F score --search live $PORTRAIT").contains("\u{1B}")))
        #expect(!(try shown("$F score --search live $PORTRAIT", term: "dumb").contains("\u{1B}")))
    }

    @Test("a long run shows its progress on standard error and clears it at the end")
    func progress() throws {
        // The first input arrives after the second for which the bar waits.
        let setup = """
            mkfifo pipe; mkdir photos; for i in $(seq 12); do cp $S/tiny.jpg photos/$i.jpg; done
            (sleep 1.3; cat $PORTRAIT > pipe) &
            """
        let text = try shown(
            "$F score --search live pipe photos --jobs 1 --format jsonl > records", setup: setup)
        #expect(text.contains("/13"))
        #expect(text.contains("["))
        #expect(text.hasSuffix("\r\u{1B}[K"))
        let records = String(
            decoding: try BadImages.bytes(folder.path("records")), as: UTF8.self)
        #expect(records.split(separator: "\n").count == 13)
        #expect(!records.contains("\u{1B}"))
    }

    @Test("a terminal as standard input is rejected")
    func terminalInput() throws {
        #expect(try shown("$F score --search live -").contains("Standard input is a terminal"))
    }
}

/// The command that emulates a terminal.
enum PseudoTerminal {
    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
}
