import Testing

@testable import HelpLayout

struct HelpLayoutTests {
    @Test("an option stays on one line with its value, and a list in one pair of brackets")
    func usage() {
        let text = """
            Error: a long message that stays on one line

            Usage: tool fit <path> --output <dir> [--fit <folder> ...] [--crops]
              See 'tool fit --help' for more information.
            """
        #expect(
            HelpLayout.usageWrapped(text, columns: 40) == """
                Error: a long message that stays on one line

                Usage: tool fit <path> --output <dir>
                                [--fit <folder> ...]
                                [--crops]
                  See 'tool fit --help' for more information.
                """)
    }

    @Test("a long command leaves room for its arguments")
    func longCommand() {
        #expect(
            HelpLayout.usageWrapped(
                "USAGE: facialfun-family statistics rebuild [--data <folder>] <name>", columns: 50)
                    == """
                    USAGE: facialfun-family statistics rebuild
                             [--data <folder>] <name>
                    """)
    }

    @Test(
        "a usage that fits and a text without one stay unchanged",
        arguments: ["USAGE: tool [--crops]\n\nOPTIONS:\n", "", "Error: no such file\n"])
    func unchanged(text: String) {
        #expect(HelpLayout.usageWrapped(text, columns: 30) == text)
    }
}
