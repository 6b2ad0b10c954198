import Foundation
import Glibc
import Testing
import TestSupport

/// `facialfun serve` as a separate process, with common clients.
struct ServeClientTests {
    @Test("curl gets `100 Continue` for a body over 1 MB without its delay")
    func expectation() throws {
        let result = try ServeProgram.run(
            "--deadline 20000",
            """
            head -c 1500000 /dev/zero >big
            \(ServeProgram.curl) -v --expect100-timeout 15 --data-binary @big \
                -H 'Content-Type: image/jpeg' http://localhost/v1/score 2>&1
            """)
        #expect(result.output.contains("< HTTP/1.1 100 Continue"))
        #expect(result.output.contains("unsupported_format"))
        #expect(!result.output.contains("Done waiting for 100-continue"))
    }

    @Test("the Python client scores, cuts rectangles, and reports errors by their codes")
    func python() throws {
        let result = try ServeProgram.run(
            "--deadline 20000 --listen 127.0.0.1:0",
            """
            PORT=$(sed -n 's/.*listening on 127.0.0.1:\\([0-9]*\\).*/\\1/p' "$LOG")
            export PYTHONDONTWRITEBYTECODE=1
            PYTHONPATH="$PYTHON" python3 - "$SOCK" "127.0.0.1:$PORT" "$PORTRAIT" <<'END'
            import sys
            from facialfun.wire import FacialFun, FacialFunError
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
            PYTHONPATH="$PYTHON" python3 -m facialfun --socket "$SOCK" --deadline 20000 "$PORTRAIT"
            """)
        #expect(result.errors == "")
        #expect(result.output.contains("all well"))
        #expect(result.output.contains("\"faces\""))
    }

    @Test("the Python client plays: match, baseline, attempt with frames and events")
    func pythonGame() throws {
        let result = try ServeProgram.run(
            "--deadline 20000 --levels \(Self.levelsWithoutHold)",
            """
            export PYTHONDONTWRITEBYTECODE=1
            PYTHONPATH="$PYTHON" python3 - "$SOCK" "$PORTRAIT" "$OTHER" <<'END'
            import sys, threading
            from facialfun.wire import FacialFun, FacialFunError
            calm, happy = (open(name, "rb").read() for name in sys.argv[2:4])
            service = FacialFun(sys.argv[1], 20000)
            service.check_health()
            assert len(service.levels()["levels"]) == 5
            assert service.rectangle(calm, format="jpeg").startswith(b"\\xff\\xd8")
            assert service.match(happy, "happiness", 1)["verdict"]["verdict"] == "matched"
            own = service.make_baseline(calm)["id"]
            assert service.add_to_baseline(own, calm)["pictures"] == 2
            assert service.match(calm, "happiness", 1, own)["verdict"]["verdict"] == "not_yet"

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

    @Test("the Python client distinguishes a broken stream from one that ends")
    func pythonBrokenStream() throws {
        let result = try ServeProgram.run(
            "--deadline 20000",
            """
            export PYTHONDONTWRITEBYTECODE=1
            PYTHONPATH="$PYTHON" python3 - "$SOCK" $PID <<'END'
            import os, signal, sys
            from facialfun.wire import FacialFun, FacialFunError
            attempt = FacialFun(sys.argv[1], 20000).begin_attempt("fear", 2)
            stream = attempt.events()
            assert next(stream)[0] == "status"
            os.kill(int(sys.argv[2]), signal.SIGKILL)
            try:
                print(list(stream))
            except FacialFunError as error:
                print(error.code)
            END
            """)
        #expect(result.output == "no_answer\n", "\(result)")
    }

    /// The shipped levels without hold times, so the frame rate does not matter.
    private static let levelsWithoutHold =
        "<(sed 's/\"holdMilliseconds\": *[0-9]*/\"holdMilliseconds\": 0/' \"$MODELS/levels.json\")"
}
