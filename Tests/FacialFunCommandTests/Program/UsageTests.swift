import FacialFun
import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

struct UsageTests {
    @Test(
        "a wrong command line exits with 64",
        arguments: [
            "score", "score --no-such-flag x", "score x --format yaml", "score - -", "score ''",
            "score x --jobs 0", "score x --min-face-size 5", "score x --max-file-size 1.5MB",
            "score x --fail-on anything", "nonsense", "match x", "match x -t joy -l 1",
            "match x -t fear", "match x -t fear -l 6", "match -t fear -l 1",
            "match x --replay y", "match --replay y -l 1", "match x -t fear -l 1 --baseline -",
            "levels --format csv", "levels --file ''", "score x --min-face-size 1e9",
            "score x --annotate ''", "score x --rectangles ''", "cameras --model x",
            "match --replay y --search live", "serve --max-file-size 1MB",
            "serve --max-file-size 51MB", "serve --max-pixels 8MP", "serve --max-pixels 65MP",
        ])
    func usage(arguments: String) throws {
        let result = try Program.shell("$F \(arguments)")
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }

    @Test(
        "a path that is required as text must be UTF-8, and is shown unchanged",
        arguments: [
            "score x --model", "doctor --model", "serve --socket", "serve --camera",
            "watch --camera", "model-card",
        ], [" ", "="])
    func pathIsNotUTF8(command: String, sign: String) throws {
        let sign = command == "model-card" ? " " : sign
        let result = try Program.shell(#"$F \#(command)\#(sign)$'a/\xff'"#)
        #expect(result.status == 64)
        #expect(result.errors.contains(#"is not UTF-8: a/\xFF."#), "\(result.errors)")
    }

    @Test("missing models exit with 3 and a remedy")
    func models() throws {
        let named = try Program.shell("$F score $PORTRAIT --model /nowhere")
        #expect(named.status == 3)
        #expect(named.errors.contains("/nowhere"))
        let variable = try Program.shell(
            "$F score $PORTRAIT", variables: ["FACIALFUN_MODELS": "/nowhere-else"])
        #expect(variable.status == 3)
        #expect(variable.errors.contains("FACIALFUN_MODELS"))
    }

    @Test("the version is printed")
    func version() throws {
        let result = try Program.shell("$F --version")
        #expect(result.status == 0)
        #expect(result.output == FacialFunVersion.current + "\n")
    }

    @Test(
        "help has examples and the exit codes",
        arguments: ["", "score", "match", "levels", "doctor", "bench"])
    func help(command: String) throws {
        let result = try Program.shell("$F \(command) --help")
        #expect(result.status == 0)
        #expect(result.output.contains("EXAMPLES"))
        #expect(result.output.contains("EXIT CODES"))
    }

    @Test("wrapped descriptions of exit codes stay out of the first column")
    func exitCodes() throws {
        for command in [
            "$F", "$F score", "$F match", "$F watch", "$F cameras", "$F levels", "$F model-card",
            "$F serve", "$F doctor", "$F bench", "$LAB", "$LAB evaluate", "$LAB attempts",
        ] {
            let result = try Program.shell("COLUMNS=80 \(command) --help")
            let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
                .drop { $0 != "EXIT CODES" }.dropFirst().prefix { !$0.isEmpty }
            #expect(!lines.isEmpty, "\(command)")
            for line in lines {
                #expect(line.hasPrefix("  ") && line.utf8.count <= 80, "\(command): \(line)")
            }
        }
    }

    @Test(
        "in a narrow terminal wrapped descriptions of exit codes stay indented",
        arguments: [40, 60])
    func narrowHelp(columns: Int) throws {
        for command in ["$F score", "$F match", "$LAB fit"] {
            let result = try Program.shell("COLUMNS=\(columns) \(command) --help")
            #expect(result.status == 0 && result.output.contains("\nUSAGE: "))
            let help = result.output.split(separator: "\n", omittingEmptySubsequences: false)
            let codes = help.drop { $0 != "EXIT CODES" }.dropFirst().prefix { !$0.isEmpty }
            #expect(codes.contains { $0.hasPrefix("      ") }, "\(command)")
            for line in codes {
                let isEntry = line.firstMatch(of: #/^  \d+ /#) != nil
                #expect((isEntry || line.hasPrefix("      ")) && line.count <= columns, "\(line)")
            }
        }
    }

    @Test("the usage of a command is wrapped below its first argument", arguments: [60, 80])
    func wrappedUsage(columns: Int) throws {
        let help = try Program.shell("COLUMNS=\(columns) $F bench --help")
        let error = try Program.shell("COLUMNS=\(columns) $F bench --rounds")
        #expect(help.status == 0 && error.status == 64 && error.output.isEmpty)
        for (text, title) in [(help.output, "USAGE: "), (error.errors, "Usage: ")] {
            let lines = text.split(separator: "\n").drop { !$0.hasPrefix(title) }
            let usage = [lines.first ?? ""] + lines.dropFirst().prefix { $0.hasPrefix("    ") }
            #expect(usage.count > 3, "\(text)")
            for line in usage {
                #expect(line.count <= columns, "\(line)")
                #expect(
                    line.hasPrefix(title + "facialfun bench [")
                        || line.hasPrefix(String(repeating: " ", count: 23) + "["), "\(line)")
            }
        }
    }

    @Test(
        "a path in place of a command suggests the command score",
        arguments: ["photo.jpg", "clip.MP4", "./folder/", "$PORTRAIT"])
    func suggestedCommand(path: String) throws {
        let result = try Program.shell("$F \(path) --format json")
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.contains("Did you mean 'facialfun score "), "\(result.errors)")
        #expect(result.errors.contains(" --format json'?"))
    }

    @Test("an invalid address is rejected with the reason")
    func address() throws {
        let result = try Program.shell("$F score $PORTRAIT https://example.org/face.jpg")
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.contains("does not use the network"), "\(result.errors)")
    }

    @Test("a suggested path is quoted for the shell; a misspelled command is left to the parser")
    func quotedSuggestion() {
        func message(_ arguments: String...) -> String? {
            CommandSuggestion(for: arguments, commands: ["score"], exists: { _ in false })?.message
        }
        #expect(message("my photo.jpg")?.contains("score 'my photo.jpg'") == true)
        #expect(message("it's.jpg")?.contains(#"score 'it'\''s.jpg'"#) == true)
        #expect(message("scor") == nil)
        #expect(message("score", "photo.jpg") == nil)
        #expect(message("help") == nil && message("--help") == nil && message() == nil)
        #expect(message("score", "--", "--json") == nil)
    }

    @Test(
        "an option named like a format suggests --format",
        arguments: [
            "score x --json", "score --csv x", "score x --jsonl", "match x -t fear -l 1 --json",
            "doctor --json", "levels --json",
        ])
    func suggestedFormat(arguments: String) throws {
        let result = try Program.shell("$F \(arguments)")
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.contains("Did you mean '--format "), "\(result.errors)")
    }

    @Test("a format that the command lacks is not suggested")
    func unsuggestedFormat() throws {
        let result = try Program.shell("$F match x -t fear -l 1 --csv")
        #expect(result.status == 64)
        #expect(!result.errors.contains("--format csv"), "\(result.errors)")
    }

    @Test("an emotion may be given as an adjective", arguments: ["happy", "Happy", "HAPPINESS"])
    func adjectives(target: String) throws {
        let result = try Program.shell("$F match $PORTRAIT -t \(target) -l 1 --format json")
        #expect(result.status == 0)
        #expect(result.output.contains(#""target": "happiness""#), "\(result.output)")
    }

    @Test("--fps is rejected without a film; a missing input is reported")
    func fpsWithoutFilm() throws {
        let refused = try Program.shell("$F score $PORTRAIT --fps 5")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--fps applies to films"), "\(refused.errors)")
        let gone = try Program.shell("$F score /nowhere.mp4 --fps 5")
        #expect(gone.status == 1)
        #expect(gone.errors.contains("no such file"), "\(gone.errors)")
    }

    @Test("examples stay on one line, however narrow the terminal is")
    func examples() throws {
        for command in ["$F score", "$F match", "$F watch", "$F serve", "$LAB evaluate"] {
            let result = try Program.shell("COLUMNS=80 \(command) --help")
            let lines = result.lines.drop { $0 != "EXAMPLES" }.dropFirst()
                .prefix { $0.hasPrefix("  ") }
            #expect(!lines.isEmpty, "\(command)")
            for line in lines {
                // Each line is a command, or sets a variable for the next one.
                let isWhole =
                    line.hasPrefix("  facialfun ") || line.hasPrefix("  facialfun-lab ")
                    || line.contains("| facialfun ")
                    || line.hasPrefix("  curl ") || line.firstMatch(of: /^  [A-Z]=\S+$/) != nil
                #expect(isWhole && line.utf8.count <= 80, "\(line)")
            }
        }
    }

    @Test("help explains which of several people match judges")
    func severalPeople() throws {
        let help = try Program.shell("$F match --help").output
        #expect(help.contains("several_faces"))
        #expect(
            help.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
                "the nearest one is judged if the others are much smaller; otherwise none is"))
    }

    @Test("Bash completes commands and options")
    func completion() throws {
        let result = try Program.shell(
            """
            shopt -s extglob; source <($F --generate-completion-script bash)
            COMP_WORDS=(facialfun score --an); COMP_CWORD=2; COMP_LINE='facialfun score --an'
            COMP_POINT=${#COMP_LINE}
            $(complete -p facialfun | sed 's/.*-F \\([^ ]*\\).*/\\1/') facialfun --an score
            echo "${COMPREPLY[@]}"
            """)
        #expect(result.output.contains("--annotate"))
        for shell in ["zsh", "fish"] {
            #expect(try Program.shell("$F --generate-completion-script \(shell)").status == 0)
        }
    }
}
