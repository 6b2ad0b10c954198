import Testing

@testable import CommandSupport

struct TerminalStyleTests {
    @Test("colors are used on a capable terminal unless they are disabled")
    func colors() {
        func colors(_ isTerminal: Bool, _ refuses: Bool, _ variables: [String: String]) -> Bool {
            TerminalStyle(isTerminal: isTerminal, refusesColors: refuses, environment: variables)
                .colors
        }
        #expect(colors(true, false, ["TERM": "xterm"]))
        #expect(colors(true, false, ["TERM": "xterm", "NO_COLOR": ""]))
        #expect(!colors(false, false, ["TERM": "xterm"]))
        #expect(!colors(true, true, ["TERM": "xterm"]))
        #expect(!colors(true, false, ["TERM": "xterm", "NO_COLOR": "1"]))
        #expect(!colors(true, false, ["TERM": "dumb"]))
        #expect(!colors(true, false, [:]))
    }

    @Test(
        "Unicode follows the locale variables in their precedence",
        arguments: [
            (["LANG": "C.UTF-8"], true), (["LANG": "en_GB.utf8"], true), ([:], false),
            (["LANG": "C.UTF-8", "LC_ALL": "C"], false),
            (["LANG": "C", "LC_CTYPE": "C.UTF-8", "LC_ALL": ""], true),
        ])
    func unicode(variables: [String: String], expected: Bool) {
        let style = TerminalStyle(
            isTerminal: true, refusesColors: false, environment: variables)
        #expect(style.unicode == expected)
    }
}
