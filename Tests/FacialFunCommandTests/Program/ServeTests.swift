import Foundation
import Glibc
import Testing
import TestSupport

/// `facialfun serve` as a separate process: responses, options and confidentiality.
struct ServeTests {
    @Test("curl gets the scores of the command line, and SIGTERM ends the service cleanly")
    func scores() throws {
        let result = try ServeProgram.run(
            "--deadline 20000",
            """
            \(ServeProgram.curl) --data-binary @"$PORTRAIT" -H 'Content-Type: image/jpeg' \
                http://localhost/v1/score
            "$F" score --search service --format jsonl - <"$PORTRAIT"
            stat -c '%a %F' "$SOCK"
            kill -TERM $PID; wait $PID; echo "exit $?"
            test -e "$SOCK" && echo "left behind"
            cat "$LOG"
            """)
        let lines = result.output.split(separator: "\n").map(String.init)
        try #require(lines.count >= 4, "\(result)")
        let served = try JSONDocument(parsing: Data(lines[0].utf8))
        let printed = try JSONDocument(parsing: Data(lines[1].utf8))
        for key in ["schema", "path", "image", "smallestFace", "faces", "model"] {
            #expect(served[key] == printed[key])
            #expect(served[key] != nil)
        }
        #expect(lines[2] == "600 socket")
        #expect(lines[3] == "exit 0")
        #expect(!result.output.contains("left behind"))
        #expect(result.output.contains("facialfun: stopped"))
    }

    private static let isRoot = geteuid() == 0

    @Test(
        "other accounts can connect only with --mode, and --group sets the group of the file",
        .enabled(if: isRoot, "only root can become another account: run the tests as root"))
    func permissions() throws {
        let ask =
            "setpriv --reuid=65534 --regid=65534 --clear-groups \(ServeProgram.curl) -o /dev/null"
            + " -w '%{http_code}\\n' http://localhost/healthz 2>/dev/null"
        let closed = try ServeProgram.run("", "chmod 755 . ; stat -c '%a %g' \"$SOCK\"; \(ask)")
        #expect(closed.output == "600 0\n000\n")
        let open = try ServeProgram.run("--mode 0666", "chmod 755 . ; \(ask)")
        #expect(open.output == "200\n")
        let group = try ServeProgram.run(
            "--mode 0660 --group 65534",
            "chmod 755 . ; stat -c '%a %g' \"$SOCK\"; \(ask)")
        #expect(group.output == "660 65534\n200\n")
    }

    @Test(
        "an address that cannot be used is rejected by name",
        arguments: [
            ("--listen 0.0.0.0:80", 64, "must not leave this machine"),
            ("--listen example.org:80", 64, "must not leave this machine"),
            ("--mode 999", 64, "octal"), ("--mode 0660x", 64, "octal"),
            ("--deadline 0", 64, "--deadline"), ("--jobs 0", 64, "--jobs"), ("-j0", 64, "--jobs"),
            ("--allow-origin '*'", 64, "--allow-origin"),
            ("--allow-origin http://a/b", 64, "--allow-origin"),
            ("--mirror", 64, "--camera"), ("--size 640x480", 64, "--size"),
            ("--rate 30", 64, "--rate"), ("--pixel-format yuyv", 64, "--pixel-format"),
            ("--exposure auto --white-balance auto", 64, "--exposure, --white-balance"),
            ("--socket /no/such/folder/s", 3, "/no/such/folder"),
            ("--socket /dev/null", 3, "not a socket"),
            ("--socket s --group no-such-group", 3, "no-such-group"),
            ("--socket s --group 4294967295", 3, "Unknown group 4294967295"),
            ("--socket s --group 99999999999", 3, "Unknown group 99999999999"),
            ("", 3, "XDG_RUNTIME_DIR"),
        ])
    func refused(options: String, status: Int32, words: String) throws {
        let folder = try TemporaryFolder()
        let result = try Program.shell(
            "unset XDG_RUNTIME_DIR; \"$F\" serve \(options)", in: folder)
        #expect(result.status == status)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(try folder.files().isEmpty)
    }

    @Test("levels with a path that is not UTF-8 are read, or named unchanged if missing")
    func levels() throws {
        let result = try ServeProgram.run(
            #"$(cp "$MODELS"/levels.json $'l\xff.json') --levels $'l\xff.json'"#,
            "\(ServeProgram.curl) -o /dev/null -w '%{http_code}' http://localhost/v1/levels")
        #expect(result.output == "200", "\(result)")
        let missing = try Program.shell(
            #""$F" serve --socket s --levels=$'gone\xff.json'"#, in: TemporaryFolder())
        #expect(missing.status == 3)
        #expect(missing.errors.contains(#"gone\xFF.json"#), "\(missing.errors)")
    }

    @Test("without models the service reports an error and leaves no socket")
    func noModels() throws {
        let folder = try TemporaryFolder()
        let result = try Program.shell(
            "\"$F\" serve --socket s --model /no/such/folder; echo $?; ls", in: folder)
        #expect(result.output == "3\n")
        #expect(result.errors.contains("/no/such/folder"))
    }

    @Test("if one of two sockets fails, the other is removed")
    func oneOfTwoSocketsFails() throws {
        let folder = try TemporaryFolder()
        let result = try Program.shell(
            """
            python3 -c 'import socket, time
            s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen()
            print(s.getsockname()[1], flush=True); time.sleep(60)' >port & pid=$!
            until test -s port; do sleep 0.05; done
            "$F" serve --socket s --listen 127.0.0.1:$(cat port); echo $?
            kill $pid; ls
            """, in: folder)
        #expect(result.output == "3\nport\n", "\(result)")
    }

    @Test("no picture data is written or logged")
    func privacy() throws {
        let result = try ServeProgram.run(
            "--deadline 20000",
            """
            mkdir -p empty
            for i in 1 2 3; do
                \(ServeProgram.curl) -o answer --data-binary @"$PORTRAIT" -H 'Content-Type: image/jpeg' \
                    "http://localhost/v1/score"
                \(ServeProgram.curl) -o answer --data-binary secret-garbage -H 'Content-Type: image/jpeg' \
                    "http://localhost/v1/score?secret=1"
            done
            rm answer
            # Every file that the process has open, and what it has said.
            for fd in /proc/$PID/fd/*; do readlink $fd; done | sort -u
            cat "$LOG"
            ls
            """)
        #expect(!result.output.contains("secret"))
        let files = result.output.split(separator: "\n").filter {
            $0.hasPrefix("/") && !$0.hasSuffix("/log") && $0 != "/dev/null"
                && !$0.hasSuffix("/output") && !$0.hasSuffix("/errors")
        }
        #expect(files.isEmpty, "\(files)")
        #expect(result.output.hasSuffix("empty\nlog\nsock\n"))
    }
}
