import Foundation
import Glibc
import TestSupport
import Testing

/// `facialfun serve` as a whole process, asked by the clients that people use.
struct ServeTests {
    /// Runs a script while a service runs: `$SOCK` is its socket, `$LOG` what it says, `$PID` its
    /// process, `$PYTHON` the folder of the Python client.
    ///
    /// - Parameters:
    ///   - options: Further options of `serve`.
    ///   - script: The script; the service is stopped after it, and its exit code is the result's.
    ///   - variables: Further environment variables.
    /// - Returns: What the script said.
    /// - Throws: When there is no shell.
    private func serve(
        _ options: String = "", _ script: String, variables: [String: String] = [:]
    ) throws -> Program.Result {
        let folder = try TemporaryFolder()
        return try Program.shell(
            """
            SOCK="$PWD/sock"; LOG="$PWD/log"
            "$F" serve --socket "$SOCK" \(options) 2>"$LOG" & PID=$!
            trap 'kill -KILL $PID 2>/dev/null' EXIT
            for i in $(seq 600); do
                grep -q '^facialfun: ready' "$LOG" && break
                kill -0 $PID 2>/dev/null || { cat "$LOG" >&2; exit 99; }
                sleep 0.05
            done
            \(script)
            """, in: folder,
            variables: variables.merging([
                "PYTHON": Program.package + "/Clients/python",
                "MODELS": Program.package + "/Models",
            ]) { $1 })
    }

    private static let curl = "curl -sS --max-time 20 --unix-socket \"$SOCK\""

    @Test("curl gets the scores that the command line gives, and SIGTERM ends the service cleanly")
    func scores() throws {
        let result = try serve(
            "--deadline 20000",
            """
            \(Self.curl) --data-binary @"$PORTRAIT" -H 'Content-Type: image/jpeg' \
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

    @Test("a body over 1 MB, for which curl waits for `100 Continue`, is answered without its wait")
    func expectation() throws {
        let result = try serve(
            "--deadline 20000",
            """
            head -c 1500000 /dev/zero >big
            \(Self.curl) -v --expect100-timeout 15 --data-binary @big \
                -H 'Content-Type: image/jpeg' http://localhost/v1/score 2>&1
            """)
        #expect(result.output.contains("< HTTP/1.1 100 Continue"))
        #expect(result.output.contains("unsupported_format"))
        #expect(!result.output.contains("Done waiting for 100-continue"))
    }

    @Test("the Python client scores, cuts rectangles, and tells refusals by their codes")
    func python() throws {
        let result = try serve(
            "--deadline 20000 --listen 127.0.0.1:0",
            """
            PORT=$(sed -n 's/.*listening on 127.0.0.1:\\([0-9]*\\).*/\\1/p' "$LOG")
            export PYTHONDONTWRITEBYTECODE=1
            PYTHONPATH="$PYTHON" python3 - "$SOCK" "127.0.0.1:$PORT" "$PORTRAIT" <<'END'
            import sys
            from facialfun_client import FacialFun, FacialFunError
            picture = open(sys.argv[3], "rb").read()
            local, tcp = (FacialFun(address, 20000) for address in sys.argv[1:3])
            assert local.ready()
            assert local.score(picture)["faces"] == tcp.score(picture)["faces"]
            assert len(local.score(picture)["faces"]) == 1
            assert local.rectangle(picture).startswith(b"\\x89PNG")
            assert local.emotions()[0] == "neutral" and len(local.emotions()) == 8
            assert local.model()["limits"]["maxBytes"] == 2000000
            for bad, code in ((b"x" * 10, "unsupported_format"), (b"x" * 2000001, "too_many_bytes")):
                try:
                    local.score(bad)
                except FacialFunError as error:
                    assert error.code == code, error
                else:
                    raise AssertionError(code)
            try:
                FacialFun(sys.argv[1] + ".no").ready()
            except FacialFunError as error:
                assert error.code == "no_answer" and "facialfun serve" in str(error)
            print("all well")
            END
            python3 "$PYTHON/facialfun_client.py" --socket "$SOCK" --deadline 20000 "$PORTRAIT"
            """)
        #expect(result.errors == "")
        #expect(result.output.contains("all well"))
        #expect(result.output.contains("\"faces\""))
    }

    @Test("the Python client plays: match, baseline, attempt with its frames and events")
    func pythonGame() throws {
        let result = try serve(
            "--deadline 20000 --levels \(Self.levelsWithoutHold)",
            """
            export PYTHONDONTWRITEBYTECODE=1
            PYTHONPATH="$PYTHON" python3 - "$SOCK" "$PORTRAIT" "$OTHER" <<'END'
            import sys, threading
            from facialfun_client import FacialFun, FacialFunError
            calm, happy = (open(name, "rb").read() for name in sys.argv[2:4])
            service = FacialFun(sys.argv[1], 20000)
            service.check_health()
            assert len(service.levels()["levels"]) == 5
            assert service.rectangle(calm, format="jpeg").startswith(b"\\xff\\xd8")
            assert service.match(happy, "happiness", 1)["verdict"] == "matched"
            own = service.make_baseline(calm)["id"]
            assert service.add_to_baseline(own, calm)["pictures"] == 2
            assert service.match(calm, "happiness", 1, own)["verdict"] == "not_yet"

            attempt = service.begin_attempt("happiness", 1, baseline=own, time_limit_ms=600000)
            assert attempt.status["phase"] == "watching"
            events = []
            reader = threading.Thread(target=lambda: events.extend(attempt.events()))
            stream = attempt.events()
            assert next(stream)[0] == "status"
            reader.start()
            for number in range(1, 6):
                status = attempt.frame(happy)
                assert status["frame"] == number
                if status["phase"] == "matched":
                    break
            assert attempt.look()["phase"] == "matched"
            while next(stream)[1]["phase"] != "matched":
                pass
            assert attempt.retry()["tries"] == 2
            assert attempt.skip()["phase"] == "skipped"
            attempt.delete()
            reader.join(20)
            assert events[-1] == ("end", {"reason": "deleted"}), events
            assert [data["phase"] for name, data in events if name == "status"][-1] == "skipped"
            service.delete_baseline(own)
            for call, code in (
                (lambda: service.match(happy, "joy", 1), "unknown_target"),
                (lambda: service.match(happy, "fear", 1, own), "unknown_baseline"),
                (lambda: service.match(happy, "fear", 1, "a&level=2 b/../c"), "unknown_baseline"),
                (lambda: service.begin_attempt("fear", 9), "unknown_level"),
                (attempt.look, "unknown_attempt"),
                (lambda: next(attempt.events()), "unknown_attempt"),
            ):
                try:
                    call()
                except FacialFunError as error:
                    assert error.code == code, error
                else:
                    raise AssertionError(code)
            print("all well")
            END
            """)
        #expect(result.errors == "")
        #expect(result.output == "all well\n")
    }

    /// The shipped levels in a file of their own, but for the time that a face has to be held: how
    /// fast frames come must not matter here.
    private static let levelsWithoutHold =
        "<(sed 's/\"holdMilliseconds\": *[0-9]*/\"holdMilliseconds\": 0/' \"$MODELS/levels.json\")"

    @Test("a second service is refused, and the first serves on; a stale file is replaced")
    func secondService() throws {
        let result = try serve(
            "",
            """
            "$F" serve --socket "$SOCK"; echo "second $?"
            \(Self.curl) -o /dev/null -w '%{http_code}\\n' http://localhost/healthz
            kill -KILL $PID; wait $PID 2>/dev/null
            test -S "$SOCK" && echo stale
            "$F" serve --socket "$SOCK" 2>log2 & PID=$!
            for i in $(seq 600); do grep -q ready log2 && break; sleep 0.05; done
            \(Self.curl) -o /dev/null -w '%{http_code}\\n' http://localhost/readyz
            """)
        #expect(result.output == "second 3\n200\nstale\n200\n")
        #expect(result.errors.contains("A server listens on"))
    }

    @Test("sockets that systemd hands over are served, and left in place at the end")
    func activation() throws {
        let folder = try TemporaryFolder()
        let result = try Program.shell(
            """
            python3 - "$F" <<'END'
            import os, socket, subprocess, sys, time, http.client
            listener = socket.socket(socket.AF_UNIX)
            listener.bind("handed")
            listener.listen()
            def child():
                os.dup2(listener.fileno(), 3)
                os.set_inheritable(3, True)
                os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
                os.execv(sys.argv[1], [sys.argv[1], "serve"])
            pid = os.fork()
            if pid == 0:
                child()
            client = socket.socket(socket.AF_UNIX)
            client.settimeout(20)
            client.connect("handed")
            client.sendall(b"GET /healthz HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n")
            print(client.recv(1000).split(b"\\r\\n")[0].decode())
            os.kill(pid, 15)
            print("exit", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
            print(os.path.exists("handed"))
            END
            """, in: folder)
        #expect(result.output == "HTTP/1.1 200 OK\nexit 0\nTrue\n")
    }

    @Test("a second signal ends a service that is still draining at once")
    func secondSignal() throws {
        let result = try serve(
            "",
            """
            python3 - "$SOCK" $PID <<'END'
            import os, signal, socket, sys, time
            client = socket.socket(socket.AF_UNIX)
            client.connect(sys.argv[1])
            # A request that is never finished keeps the service from ending by itself.
            client.sendall(b"POST /v1/score HTTP/1.1\\r\\nContent-Type: image/jpeg\\r\\n"
                           b"Content-Length: 9\\r\\nDeadline-Ms: 60000\\r\\n\\r\\n")
            time.sleep(0.2)
            pid = int(sys.argv[2])
            os.kill(pid, signal.SIGTERM)
            time.sleep(0.1)
            os.kill(pid, signal.SIGTERM)
            END
            wait $PID; echo "exit $?"
            grep -c stopped "$LOG"
            """)
        #expect(result.output == "exit 143\n0\n")
    }

    @Test("open event streams hold up no stop: they are told of it, and the program ends cleanly")
    func stopsWithStreams() throws {
        let result = try serve(
            "--deadline 20000",
            """
            ID=$(\(Self.curl) -d '{"target":"fear","level":2}' -H 'Content-Type: application/json' \
                http://localhost/v1/attempts | sed 's/.*"id":"\\([0-9a-f]*\\)".*/\\1/')
            for i in 1 2 3; do
                \(Self.curl) -N "http://localhost/v1/attempts/$ID/events" >events$i & STREAMS="$STREAMS $!"
            done
            for i in $(seq 600); do
                grep -q status events1 && grep -q status events2 && grep -q status events3 && break
                sleep 0.05
            done
            kill -TERM $PID; wait $PID; echo "exit $?"
            wait $STREAMS; echo "curl $?"
            grep -c 'event: shutdown' events1 events2 events3
            """)
        #expect(
            result.output == "exit 0\ncurl 0\nevents1:1\nevents2:1\nevents3:1\n", "\(result)")
    }

    private static let isRoot = geteuid() == 0

    @Test(
        "another account may not connect, unless --mode lets it; --group gives the file away",
        .enabled(if: isRoot, "only root can become another account: run the tests as root"))
    func permissions() throws {
        let ask =
            "setpriv --reuid=65534 --regid=65534 --clear-groups \(Self.curl) -o /dev/null"
            + " -w '%{http_code}\\n' http://localhost/healthz 2>/dev/null"
        let closed = try serve("", "chmod 755 . ; stat -c '%a %g' \"$SOCK\"; \(ask)")
        #expect(closed.output == "600 0\n000\n")
        let open = try serve("--mode 0666", "chmod 755 . ; \(ask)")
        #expect(open.output == "200\n")
        let group = try serve(
            "--mode 0660 --group 65534",
            "chmod 755 . ; stat -c '%a %g' \"$SOCK\"; \(ask)")
        #expect(group.output == "660 65534\n200\n")
    }

    @Test(
        "what cannot be listened on is refused by name",
        arguments: [
            ("--listen 0.0.0.0:80", 64, "do not leave this machine"),
            ("--listen example.org:80", 64, "do not leave this machine"),
            ("--mode 999", 64, "octal"), ("--mode 0660x", 64, "octal"),
            ("--deadline 0", 64, "--deadline"), ("--jobs 0", 64, "--jobs"),
            ("--allow-origin '*'", 64, "--allow-origin"),
            ("--allow-origin http://a/b", 64, "--allow-origin"),
            ("--socket /no/such/folder/s", 3, "/no/such/folder"),
            ("--socket /dev/null", 3, "no socket"),
            ("--socket s --group no-such-group", 3, "no-such-group"),
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

    @Test("without models it says so, and leaves no socket behind")
    func noModels() throws {
        let folder = try TemporaryFolder()
        let result = try Program.shell(
            "\"$F\" serve --socket s --model /no/such/folder; echo $?; ls", in: folder)
        #expect(result.output == "3\n")
        #expect(result.errors.contains("/no/such/folder"))
    }

    @Test("nothing of a picture is written or logged")
    func privacy() throws {
        let result = try serve(
            "--deadline 20000",
            """
            mkdir -p empty
            for i in 1 2 3; do
                \(Self.curl) -o answer --data-binary @"$PORTRAIT" -H 'Content-Type: image/jpeg' \
                    "http://localhost/v1/score"
                \(Self.curl) -o answer --data-binary secret-garbage -H 'Content-Type: image/jpeg' \
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
