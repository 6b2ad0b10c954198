import Testing

@testable import CommandSupport

struct TerminalStyleTests {
    @Test("colours need a terminal that is not dumb, and nobody who refuses them")
    func colours() {
        func colours(_ isTerminal: Bool, _ refuses: Bool, _ variables: [String: String]) -> Bool {
            TerminalStyle(isTerminal: isTerminal, refusesColours: refuses, environment: variables)
                .colours
        }
        #expect(colours(true, false, ["TERM": "xterm"]))
        #expect(colours(true, false, ["TERM": "xterm", "NO_COLOR": ""]))
        #expect(!colours(false, false, ["TERM": "xterm"]))
        #expect(!colours(true, true, ["TERM": "xterm"]))
        #expect(!colours(true, false, ["TERM": "xterm", "NO_COLOR": "1"]))
        #expect(!colours(true, false, ["TERM": "dumb"]))
        #expect(!colours(true, false, [:]))
    }

    @Test(
        "Unicode follows the locale, the more particular variable first",
        arguments: [
            (["LANG": "C.UTF-8"], true), (["LANG": "en_GB.utf8"], true), ([:], false),
            (["LANG": "C.UTF-8", "LC_ALL": "C"], false),
            (["LANG": "C", "LC_CTYPE": "C.UTF-8", "LC_ALL": ""], true),
        ])
    func unicode(variables: [String: String], expected: Bool) {
        let style = TerminalStyle(
            isTerminal: true, refusesColours: false, environment: variables)
        #expect(style.unicode == expected)
    }
}
